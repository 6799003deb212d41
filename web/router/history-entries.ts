import { fieldsOf, finiteFrom, textFrom } from '#web/stored.ts'
import type { Place } from './view.ts'

type Address = Pick<Place, 'pathname' | 'search' | 'hash'>

const newKey = () => Math.random().toString(36).slice(2, 10)

/** A path may begin with several slashes. It must not be read as a host, so it keeps one, as on the server. */
const addressIn = ({ pathname, search, hash }: Address): Address => ({
  pathname: pathname.replace(/^\/+/, '/'),
  search,
  hash,
})

const textOf = ({ pathname, search, hash }: Address) => pathname + search + hash

export const urlOf = (place: Place) => new URL(textOf(place), location.origin)

export const newPlace = (url: URL, index: number, state: unknown = null): Place => ({
  ...addressIn(url),
  key: newKey(),
  index,
  state,
})

export function writeEntry(place: Place, way: 'push' | 'replace') {
  const { key, index, state } = place
  const entry = { key, index, state }
  if (way === 'replace') return history.replaceState(entry, '', textOf(place))
  try {
    history.pushState(entry, '', textOf(place))
  } catch {
    location.assign(textOf(place)) // Safari refuses many entries in a short time
  }
}

/**
 * The entry that the browser is at. A link to a place on the page makes an entry without a key: after the entry before,
 * or in its place if both have the same address.
 */
export function entryNow(before: Place | null): Place {
  const address = addressIn(location)
  const { key, index, state } = fieldsOf(history.state)
  const isAgain = before !== null && textOf(before) === textOf(address)
  const next = before === null ? 0 : isAgain ? before.index : before.index + 1
  const known = textFrom(key)
  const place = { ...address, key: known ?? newKey(), index: finiteFrom(index) ?? next, state }
  if (known === null) writeEntry(place, 'replace')
  return place
}
