import { Search, X } from '#web/ui/icons.ts'
import { useEffect, useEffectEvent, useRef, type FormEvent } from 'react'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Input } from '#web/ui/input.tsx'
import { TYPING_PAUSE, useDraft } from './use-draft.ts'
import type { List } from './use-list-state.ts'

type Props = List & { placeholder: string; label: string }

/** Searches during typing. Without script it is a form that leads to the same address. */
export function SearchBox({ screen, state, change, placeholder, label }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useDraft(state.q, (q) => change({ q: q.trim() }, 'q'), TYPING_PAUSE)
  const takeTyped = useEffectEvent(() => {
    const text = input.current?.value ?? typed
    if (text !== typed) setTyped(text)
  })
  useEffect(() => takeTyped(), []) // text that was typed before hydration
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (typed.trim() !== state.q) change({ q: typed.trim() }, 'q')
  }
  const clear = () => {
    setTyped('')
    input.current?.focus()
  }
  return (
    <form role="search" aria-label={label} action={screen.path} onSubmit={submit} className="relative min-w-0 flex-1">
      <Icon of={Search} size={19} className="pointer-events-none absolute top-1/2 left-3.5 -translate-y-1/2 text-dim" />
      <Input
        ref={input}
        name="q"
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        maxLength={200}
        aria-label={label}
        placeholder={placeholder}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        className="px-11 [&::-webkit-search-cancel-button]:hidden"
      />
      {typed && (
        <IconButton label="Clear search" onClick={clear} className="absolute top-1 right-1">
          <Icon of={X} size={19} />
        </IconButton>
      )}
    </form>
  )
}
