import type { Ref } from 'react'
import { Search } from '#web/ui/icons.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Input } from '#web/ui/input.tsx'
import { TYPING_PAUSE, useDraft } from './use-draft.ts'

type Props = {
  label: string
  placeholder: string
  name: string
  q: string
  onSearch: (q: string) => void
  ref?: Ref<HTMLInputElement>
}

/** Searches a list of a signed-in person during typing. `name` tells the search from others on the page. */
export function TypedSearch({ label, placeholder, name, q, onSearch, ref }: Props) {
  const [typed, setTyped] = useDraft(q, (text) => onSearch(text.trim()), TYPING_PAUSE)
  return (
    <div role="search" aria-label={name} className="relative min-w-0 flex-1 max-md:basis-full md:max-w-95">
      <Icon
        of={Search}
        size={18}
        className="pointer-events-none absolute top-1/2 left-3.5 -translate-y-1/2 text-soft"
      />
      <Input
        ref={ref}
        type="search"
        autoComplete="off"
        maxLength={200}
        aria-label={label}
        placeholder={placeholder}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        className="pl-10"
      />
    </div>
  )
}
