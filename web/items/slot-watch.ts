import { keepClicked, keptFor, tell } from './slot-events.ts'

/** A place is seen when half of it was on the screen for so long, in milliseconds. */
const SEEN_AFTER = 1_000
const HALF = 0.5

/** Pages of items, of which each has one. */
const ITEM_PAGE = /^\/(?:track|pack|kit)\/[^/]+$/

/** Watches the places of a list. A page that is prerendered, or in a hidden tab, is not seen. */
export function watch(root: HTMLElement): () => void {
  const places = [...root.querySelectorAll<HTMLElement>('[data-slot]')]
  const onScreen = new Map<Element, ReturnType<typeof setTimeout>>()

  function leave(place: Element) {
    clearTimeout(onScreen.get(place))
    onScreen.delete(place)
  }
  /** Keeps the place of a known key: `look` walks through the map meanwhile. */
  function arrive(place: Element) {
    clearTimeout(onScreen.get(place))
    onScreen.set(
      place,
      setTimeout(() => {
        if (document.visibilityState !== 'visible') return
        tell('seen', place.getAttribute('data-slot'))
        observer.unobserve(place)
        leave(place)
      }, SEEN_AFTER),
    )
  }
  const observer = new IntersectionObserver(
    (changes) => {
      for (const { target, isIntersecting, intersectionRatio } of changes)
        if (isIntersecting && intersectionRatio >= HALF) arrive(target)
        else leave(target)
    },
    { threshold: HALF },
  )
  /** A tab that comes back starts anew. */
  const look = () => {
    for (const place of onScreen.keys()) arrive(place)
  }
  for (const place of places) observer.observe(place)
  document.addEventListener('visibilitychange', look)
  root.addEventListener('click', press, true)
  root.addEventListener('auxclick', press, true)
  return () => {
    observer.disconnect()
    for (const place of onScreen.keys()) leave(place)
    document.removeEventListener('visibilitychange', look)
    root.removeEventListener('click', press, true)
    root.removeEventListener('auxclick', press, true)
  }
}

/** A press on a promoted card. Only one that leads to the item is a click; after any other a play may follow. */
function press({ target }: Event) {
  const pressed = target instanceof Element ? target.closest('a, button') : null
  const place = pressed?.closest<HTMLElement>('[data-promoted]')
  if (!pressed || !place) return
  const token = place.dataset.slot ?? ''
  keepClicked(Number(place.dataset.promoted), token)
  if (pressed instanceof HTMLAnchorElement && ITEM_PAGE.test(pressed.pathname)) tell('clicked', token)
}

/** A play has counted. It follows from a promotion that was pressed in the last days. */
export function tellPlayed(itemId: number) {
  const token = keptFor(itemId)
  if (token) tell('played', token)
}
