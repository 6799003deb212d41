import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { useNavigate } from '#web/router/hooks.ts'
import { onDemand } from '#web/on-demand/on-demand.ts'
import { paths } from '#web/paths.ts'
import { formText } from '#web/ui/form-text.ts'

const suggestionList = onDemand(() => import('./suggestions.tsx'))

const input = {
  name: 'q',
  type: 'search',
  placeholder: 'Search beats, packs, kits…',
  autoComplete: 'off',
  maxLength: 200,
  enterKeyHint: 'search',
} as const

type Props = {
  label: string
  className: string
  /** Classes that place the list of suggestions. Without them there are no suggestions. */
  suggestions?: string
  children: (props: typeof input & { onFocus: () => void }) => ReactNode
}

/** Works without script, as a form that leads to the search page. */
export function SearchForm({ label, className, suggestions, children }: Props) {
  const navigate = useNavigate()
  const [list, setList] = useState<ReactNode>()
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const q = formText(new FormData(event.currentTarget), 'q').trim()
    if (q) void navigate(paths.search(q))
  }
  const form = useRef<HTMLFormElement>(null)
  /** Without the code of suggestions it stays a plain form. */
  function suggest() {
    const field = form.current?.elements.namedItem(input.name)
    if (list || !suggestions || !(field instanceof HTMLInputElement)) return
    void suggestionList.load().then(
      ({ default: Suggestions }) => setList(<Suggestions input={field} className={suggestions} />),
      () => {},
    )
  }
  useEffect(() => {
    if (form.current?.contains(document.activeElement)) suggest() // typed before hydration
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only for text that was typed before hydration
  }, [])
  return (
    <form ref={form} role="search" aria-label={label} action={paths.search()} onSubmit={submit} className={className}>
      {children({ ...input, onFocus: suggest })}
      {list}
    </form>
  )
}
