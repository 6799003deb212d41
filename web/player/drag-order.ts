const DRAG_STARTS_AT = 4 // px: a shorter move is a press

/**
 * Lets people drag rows by their `data-grip`. The row follows the pointer and its neighbors make room; `move` is called
 * when the row is dropped. React renders nothing meanwhile. Escape, or a gesture of the browser, puts the row back.
 */
export function dragOrder(list: HTMLElement, move: (from: number, to: number) => void) {
  let stop: (() => void) | undefined
  const begin = (event: PointerEvent) => {
    const grip = (event.target as Element).closest('[data-grip]')
    const row = grip?.closest<HTMLElement>('li')
    if (!row || event.button !== 0) return
    stop?.()
    stop = drag(list, row, event, move)
  }
  list.addEventListener('pointerdown', begin)
  return () => {
    stop?.()
    list.removeEventListener('pointerdown', begin)
  }
}

function drag(
  list: HTMLElement,
  row: HTMLElement,
  { clientY, pointerId }: PointerEvent,
  move: (from: number, to: number) => void,
) {
  const rows = [...list.children] as HTMLElement[]
  const from = rows.indexOf(row)
  const { height } = row.getBoundingClientRect()
  const top = list.getBoundingClientRect().top
  let to = from
  let isDragging = false

  const follow = (event: PointerEvent) => {
    if (event.pointerId !== pointerId) return
    const scrolled = top - list.getBoundingClientRect().top
    const way = event.clientY - clientY + scrolled
    isDragging ||= Math.abs(way) > DRAG_STARTS_AT
    if (!isDragging) return
    row.dataset.dragged = ''
    to = Math.max(0, Math.min(rows.length - 1, from + Math.round(way / height)))
    rows.forEach((other, at) => shift(other, at === from ? way : shiftOf(at, from, to) * height))
  }
  const end = (event: Event) => {
    if (event instanceof KeyboardEvent ? event.key !== 'Escape' : (event as PointerEvent).pointerId !== pointerId)
      return
    if (event instanceof KeyboardEvent) event.stopPropagation() // the dialog around the list stays open
    stop()
    if (isDragging) stopClick(row)
    if (event.type === 'pointerup' && to !== from) move(from, to)
  }
  const stop = () => {
    delete row.dataset.dragged
    for (const other of rows) shift(other, 0)
    removeEventListener('pointermove', follow)
    for (const name of ENDS) removeEventListener(name, end, true)
  }
  addEventListener('pointermove', follow)
  for (const name of ENDS) addEventListener(name, end, true)
  return stop
}

const ENDS = ['pointerup', 'pointercancel', 'keydown']

const shift = (row: HTMLElement, by: number) => {
  row.style.transform = by ? `translateY(${by}px)` : ''
}

/** Rows between the old place and the new one move up or down by one. */
function shiftOf(at: number, from: number, to: number) {
  if (at > from && at <= to) return -1
  return at < from && at >= to ? 1 : 0
}

/** Stops the click that the browser sends after a drag. */
function stopClick(row: HTMLElement) {
  const swallow = (event: Event) => event.stopPropagation()
  row.addEventListener('click', swallow, { capture: true, once: true })
  setTimeout(() => row.removeEventListener('click', swallow, { capture: true }))
}
