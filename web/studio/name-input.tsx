import { useState, type ComponentProps } from 'react'
import { SuggestionList } from '#web/items/suggestion-list.tsx'
import { namesOf } from '#web/items/suggestion-options.tsx'
import { useSession } from '#web/session/session.ts'
import { Input } from '#web/ui/input.tsx'

type Props = ComponentProps<typeof Input> & {
  /** Names that are not suggested, besides the own one. */
  taken: () => unknown[]
  onName: (name: string) => void
}

/** A field for somebody's username, with suggestions while it is typed. */
export function NameInput({ taken, onName, ...props }: Props) {
  const [input, setInput] = useState<HTMLInputElement | null>(null)
  const self = useSession(({ auth }) => auth?.userId)
  return (
    <div className="relative">
      <Input
        {...props}
        autoComplete="off"
        autoCapitalize="none"
        // a name that stands there already opens no list
        onFocus={({ currentTarget }) => currentTarget.value === '' && setInput(currentTarget)}
        onInput={({ currentTarget }) => setInput(currentTarget)}
      />
      {input && (
        <SuggestionList
          input={input}
          className="absolute top-full left-0 z-10 mt-1 w-60 min-w-full rounded-md border border-rail bg-wall p-1.5 shadow-pop"
          groupsOf={({ producers }) => {
            const others = taken()
            return namesOf(producers.filter(({ id, displayName }) => id !== self && !others.includes(displayName)))
          }}
          onChoose={onName}
        />
      )}
    </div>
  )
}
