import { onDemand } from '#web/on-demand/on-demand.ts'
import { nextRepeat, toggleMute, turnShuffle } from './modes.ts'
import { seekBy, soundNow, step, toggleCurrent, usePlayer } from './player.ts'

const keysHelp = onDemand(() => import('./keys-help.tsx'))

const SEEK = 5

const back = () => seekBy(-SEEK)
const ahead = () => seekBy(SEEK)

const acts: Record<string, () => void> = {
  ' ': toggleCurrent,
  ArrowLeft: back,
  j: back,
  ArrowRight: ahead,
  l: ahead,
  n: () => step(1),
  p: () => step(-1),
  m: toggleMute,
  s: turnShuffle,
  r: nextRepeat,
}

/** Elements that use keys themselves: for writing, for choosing, and for pressing the focused element. */
const WRITES = 'input, textarea, select, [contenteditable]'
const MOVES = '[role=slider], [role=tablist], [role=menu], [role=listbox], [role=radiogroup], [role=dialog]'
const PRESSES = 'a[href], button, summary, [role=button], [role=tab], [role=menuitem]'

export function watchKeys() {
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
    const target = event.target instanceof Element ? event.target : document.body
    const isOver = document.querySelector('[role=dialog], [role=alertdialog], [role=menu]')
    if (isOver || target.closest(`${WRITES}, ${MOVES}`)) return
    if (event.key === '?') return keysHelp.use(({ openKeysHelp }) => openKeysHelp())
    const act = acts[event.key.length === 1 ? event.key.toLowerCase() : event.key]
    if (!act || !soundNow(usePlayer.getState()) || (event.key === ' ' && target.closest(PRESSES))) return
    event.preventDefault()
    // holding a key repeats seeking and nothing else
    if (!event.repeat || act === back || act === ahead) act()
  })
}
