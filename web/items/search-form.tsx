import { useState, type FocusEventHandler, type FormEvent, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '#web/paths.ts'
import { formText } from '#web/ui/form-text.ts'

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
  /** Classes that place the list of suggestions; without them there is none. */
  suggestions?: string
  children: (props: typeof input & { onFocus: FocusEventHandler<HTMLInputElement> }) => ReactNode
}

/** Works without script too, as a form that leads to the search page. */
export function SearchForm({ label, className, suggestions, children }: Props) {
  const navigate = useNavigate()
  const [list, setList] = useState<ReactNode>()
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const q = formText(new FormData(event.currentTarget), 'q').trim()
    if (q) void navigate(paths.search(q))
  }
  /** Until their code is here, and if it never comes, it is a plain form. */
  const suggest: FocusEventHandler<HTMLInputElement> = ({ target }) => {
    if (list || !suggestions) return
    void import('./suggestions.tsx').then(
      ({ default: Suggestions }) => setList(<Suggestions input={target} className={suggestions} />),
      () => {},
    )
  }
  return (
    <form role="search" aria-label={label} action={paths.search()} onSubmit={submit} className={className}>
      {children({ ...input, onFocus: suggest })}
      {list}
    </form>
  )
}
