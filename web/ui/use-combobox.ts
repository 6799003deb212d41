import { useCallback, useEffect, useEffectEvent, useId, useLayoutEffect, useState, useSyncExternalStore } from 'react'

type Combobox = {
  input: HTMLInputElement
  /** The number of options at the moment. */
  count: number
  onChoose: (option: number) => void
}

/**
 * Turns an existing input into a combobox (ARIA APG, a list of suggestions). The element stays, so that text and focus
 * are kept; attributes and listeners are therefore set by hand. Focus stays in the input, `aria-activedescendant` names
 * the active option.
 */
export function useCombobox({ input, count, onChoose }: Combobox) {
  const listId = useId()
  // a store, because letters may be typed between the first render and the first effect
  const text = useSyncExternalStore(
    useCallback((tell) => followText(input, tell), [input]),
    () => input.value,
  )
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
    setWanted(true)
    setPointed(-1)
  }
  const move = (by: 1 | -1) => {
    setWanted(true)
    // beyond either end of the list comes the input itself
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

  // with the list, not after it: a dialog asks `aria-expanded` whether Escape closes the list first
  useLayoutEffect(() => {
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

function followText(input: HTMLInputElement, tell: () => void) {
  input.addEventListener('input', tell)
  return () => input.removeEventListener('input', tell)
}
