import { useCallback, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { create } from 'zustand'

/** Beside the artist's name, or at the end of the bar. */
type Name = 'mark' | 'actions'
type Place = { name: Name; element: HTMLElement }

const usePlaces = create<{ places: readonly Place[] }>(() => ({ places: [] }))

/** A place in the player's bar for the page on screen. The bars for wide and narrow windows each have one. */
export function PlaceBeside({ name }: { name: Name }) {
  const ref = useCallback(
    (element: HTMLElement) => {
      usePlaces.setState(({ places }) => ({ places: [...places, { name, element }] }))
      return () => usePlaces.setState(({ places }) => ({ places: places.filter((place) => place.element !== element) }))
    },
    [name],
  )
  return <span ref={ref} className="contents" />
}

/** Shows something of the page in the player's bar, as long as the page is on screen. */
export function BesidePlayer({ at, children }: { at: Name; children: ReactNode }) {
  const places = usePlaces((state) => state.places)
  return places
    .filter(({ name }) => name === at)
    .map(({ element }, index) => createPortal(children, element, `${index}`))
}
