import { useEffect, useEffectEvent, useId, useState } from 'react'

type Combobox = {
  input: HTMLInputElement
  /** How many options there are now. */
  count: number
  onChoose: (option: number) => void
}

/**
 * Makes a combobox (ARIA APG, a list of suggestions) of an input that is there already. The element stays, so that neither
 * words nor focus are lost; hence attributes and listeners by hand. Focus stays in it, the active option is pointed to.
 */
export function useCombobox({ input, count, onChoose }: Combobox) {
  const listId = useId()
  const [text, setText] = useState(input.value)
  const [wanted, setWanted] = useState(() => document.activeElement === input)
  const [pointed, setPointed] = useState(-1)
  const open = wanted && count > 0
  const active = open && pointed < count ? pointed : -1
  const optionId = (option: number) => `${listId}-${option}`

  const close = () => {
    setWanted(false)
    setPointed(-1)
  }
  const choose = (option: number) => {
    close()
    onChoose(option)
  }
  const onInput = () => {
    setText(input.value)
    setWanted(true)
    setPointed(-1)
  }
  const move = (by: 1 | -1) => {
    setWanted(true)
    // past an end there is the input itself
    setPointed(((active + 1 + by + count + 1) % (count + 1)) - 1)
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing || event.altKey || event.ctrlKey || event.metaKey) return
    const acts: Record<string, (() => void) | false> = {
      ArrowDown: () => move(1),
      ArrowUp: () => move(-1),
      Enter: active >= 0 && (() => choose(active)),
      Escape: open && close,
    }
    const act = acts[event.key]
    if (act) {
      event.preventDefault()
      act()
    } else if (event.key === 'Home' || event.key === 'End') setPointed(-1) // the caret moves
  })
  const onText = useEffectEvent(onInput)
  const onLeave = useEffectEvent(close)

  useEffect(() => {
    const listen = new AbortController()
    const { signal } = listen
    input.addEventListener('input', () => onText(), { signal })
    input.addEventListener('keydown', (event) => onKey(event), { signal })
    input.addEventListener('blur', () => onLeave(), { signal })
    input.form?.addEventListener('submit', () => onLeave(), { signal })
    return () => listen.abort()
  }, [input])

  useEffect(() => {
    input.setAttribute('role', 'combobox')
    input.setAttribute('aria-autocomplete', 'list')
    input.setAttribute('aria-expanded', String(open))
    if (open) input.setAttribute('aria-controls', listId)
    else input.removeAttribute('aria-controls')
    if (active >= 0) input.setAttribute('aria-activedescendant', `${listId}-${active}`)
    else input.removeAttribute('aria-activedescendant')
    document.getElementById(`${listId}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [input, open, active, listId])

  return { text, open, active, listId, optionId, choose }
}
