/**
 * Keeps the place of people who use keys. An element that leaves the page, or is disabled or hidden, takes the focus with it, and
 * the next Tab would begin at the top of the page. Then the nearest control in its place gets the focus: one of the
 * row after a deleted row, the field in the place of its button. After a press of the mouse it gets no focus, but the next Tab
 * leads to it. A focus that somebody else has moved meanwhile stays. One listener for the whole page; this file is loaded
 * once.
 */
type Trail = {
  element: Element
  /** The address of the page: another page has a heading that takes the focus. */
  path: string
  /** From the element up to its room: each parent, and the place of its child on the way. */
  steps: { parent: Element; place: number }[]
}

const ROOM = '[role=dialog], #main'
const CONTROLS = 'a[href], button, input, select, textarea, summary, [tabindex="0"]'

/** The last focused element of the page and of each dialog. */
const trails = new WeakMap<Element, Trail>()
let room: Element | null = null
/** The first key may be what has loaded this file. */
let usesKeys = document.activeElement?.matches(':focus-visible') ?? false

function trailOf(element: Element, end: Element): Trail {
  const steps = []
  for (let at = element; at !== end && at.parentElement; at = at.parentElement)
    steps.push({ parent: at.parentElement, place: [...at.parentElement.children].indexOf(at) })
  return { element, path: location.pathname, steps }
}

const isLost = ({ element, path }: Trail) =>
  path === location.pathname && (!element.isConnected || element.matches(':disabled, [hidden] *'))

const isControl = (one: Element): one is HTMLElement =>
  one instanceof HTMLElement &&
  one.matches(CONTROLS) &&
  one.tabIndex >= 0 &&
  !one.matches(':disabled') &&
  one.getClientRects().length > 0

/**
 * The first control in what stands after the lost one, else before it, as near as there is one. Where a form took the
 * place of all that was in the room, it is the room's first one.
 */
function nearestTo({ steps }: Trail) {
  for (const { parent, place } of steps.filter((step) => step.parent.isConnected)) {
    const parts = [...parent.children]
    const from = parent.matches(ROOM) ? 0 : place
    for (const part of [...parts.slice(from), ...parts.slice(0, from).toReversed()]) {
      const found = [part, ...part.querySelectorAll(CONTROLS)].find(isControl)
      if (found) return found
    }
  }
  return undefined
}

/** The control that has got the focus, and when. */
let given: HTMLElement | undefined
let givenAt = 0
/** Within this time a second press is a part of the first one: a double press. */
const SOON = 500 // milliseconds

function restore() {
  const trail = room?.isConnected && trails.get(room)
  if (!room || !trail || !isLost(trail)) return
  // the focus fell through to the page or to the room; a disabled control still has it for a moment
  const isFree = [document.body, room, trail.element, null].includes(document.activeElement)
  const near = isFree ? nearestTo(trail) : undefined
  if (!usesKeys) {
    if (near) startBefore(near)
    return void trails.delete(room) // else a later key, which scrolls, would bring the page back here
  }
  if (!isFree) return
  given = near
  givenAt = performance.now()
  given?.focus()
}

/** Gives the focus to nothing, so that Space scrolls. The next Tab leads to the control. */
function startBefore(control: HTMLElement) {
  const mark = document.createElement('span')
  mark.tabIndex = -1
  control.before(mark)
  mark.focus({ preventScroll: true })
  mark.remove()
}

/** A held Enter, or a double one, would press a control that nobody has read. */
function onKey(event: KeyboardEvent) {
  usesKeys = true
  const { target, key, repeat, timeStamp } = event
  const presses = key === 'Enter' || key === ' '
  if (target === given && presses && (repeat || timeStamp - givenAt < SOON)) event.preventDefault()
  else given = undefined
}

/** A closed dialog, or one that has lost a control, gives the focus to the whole room. A skip link does so on purpose. */
function follow({ target, relatedTarget }: { target: EventTarget | null; relatedTarget?: EventTarget | null }) {
  const found = target instanceof Element ? target.closest(ROOM) : null
  room = found
  if (!found || !(target instanceof Element)) return
  if (target !== found) trails.set(found, trailOf(target, found))
  else if (!relatedTarget) setTimeout(restore)
}

follow({ target: document.activeElement })
document.addEventListener('focusin', follow)
document.addEventListener('keydown', onKey, { capture: true })
document.addEventListener('pointerdown', () => (usesKeys = false), { capture: true })
// a moment later: a dialog that closes, or a form that was sent, may give the focus itself
new MutationObserver(() => {
  const trail = room && trails.get(room)
  if (trail && isLost(trail)) setTimeout(restore)
}).observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled', 'hidden'] })

export {}
