import type { FormEvent, ReactNode } from 'react'
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

type Props = { label: string; className: string; children: (props: typeof input) => ReactNode }

/** Works without script too, as a form that leads to the search page. */
export function SearchForm({ label, className, children }: Props) {
  const navigate = useNavigate()
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const q = formText(new FormData(event.currentTarget), 'q').trim()
    if (q) void navigate(paths.search(q))
  }
  return (
    <form role="search" aria-label={label} action={paths.search()} onSubmit={submit} className={className}>
      {children(input)}
    </form>
  )
}
