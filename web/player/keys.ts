import { openKeysHelp } from './keys-code.ts'
import { useLetterKeys } from './letter-keys.ts'
import { nextRepeat, toggleMute, turnShuffle } from './modes.ts'
import { OVER } from './over.ts'
import { seekBy, soundNow, step, toggleCurrent, usePlayer } from './player.ts'

const SEEK = 5

const back = () => seekBy(-SEEK)
const ahead = () => seekBy(SEEK)

const arrows: Record<string, () => void> = { ArrowLeft: back, ArrowRight: ahead }
const letters: Record<string, () => void> = {
  j: back,
  l: ahead,
  n: () => step(1),
  p: () => step(-1),
  m: toggleMute,
  s: turnShuffle,
  r: nextRepeat,
}

/** People write or choose by letters here. */
const WRITES =
  'input:not([type=range], [type=checkbox], [type=radio]), textarea, select, [contenteditable], [role=menu], [role=listbox]'
/** Arrow keys move these. */
const MOVES = 'input, [role=slider], [role=tablist], [role=radiogroup]'
/** Space presses these. */
const PRESSES = 'button, summary, [type=checkbox], [type=radio], [role=button], [role=tab]'

const targetOf = ({ target }: Event) => (target instanceof Element ? target : document.body)

/** The player leaves keys to fields, and to whatever lies over the page. */
const isFree = (event: KeyboardEvent) =>
  !(event.ctrlKey || event.metaKey || event.altKey || event.isComposing) &&
  !document.querySelector(OVER) &&
  !targetOf(event).closest(WRITES)

const hasSound = () => soundNow(usePlayer.getState()) !== undefined

/** Asked when the focus moves: the first key that follows a click makes browsers show the focus of the clicked button. */
let isFocusShown = document.activeElement?.matches(':focus-visible') ?? false

/**
 * A button that was clicked keeps the focus, but shows none: Space is meant for the player then. A button with visible
 * focus takes it. This comes before the buttons' own listeners.
 */
function onSpace(event: KeyboardEvent) {
  if (event.key !== ' ' || !isFree(event) || !hasSound()) return
  const button = targetOf(event).closest<HTMLElement>(PRESSES)
  if (button && isFocusShown) return
  button?.blur() // the browser would show its focus now; Tab goes on from there all the same
  event.preventDefault()
  event.stopPropagation()
  if (!event.repeat) toggleCurrent()
}

function onKey(event: KeyboardEvent) {
  if (event.defaultPrevented || !isFree(event)) return
  const letter = useLetterKeys.getState().on && event.key.length === 1 ? event.key.toLowerCase() : ''
  if (letter === '?') return openKeysHelp()
  const act = letters[letter] ?? (targetOf(event).closest(MOVES) ? undefined : arrows[event.key])
  if (!act || !hasSound()) return
  event.preventDefault()
  // holding a key repeats seeking and nothing else
  if (!event.repeat || act === back || act === ahead) act()
}

export function watchKeys() {
  document.addEventListener('focusin', (event) => (isFocusShown = targetOf(event).matches(':focus-visible')))
  document.addEventListener('pointerdown', () => (isFocusShown = false), { capture: true })
  document.addEventListener('keydown', onSpace, { capture: true })
  document.addEventListener('keydown', onKey)
}
