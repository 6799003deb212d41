import type { Format } from '#contract/purchases.ts'
import type { Readings } from '#server/archives/entry-file.ts'
import type { App } from '#server/services.ts'
import type { PurchaseRow } from './purchases.ts'

const SHARED_FOR = 60_000
/** A buyer of many kits must not fill the memory with them. */
const MOST = 8

type Zips = Map<string, Promise<Readings>>
const zipsOf = new WeakMap<App['db'], Zips>()

/**
 * Gives the ZIP of a purchase that is laid out already, or lays it out. Download managers fetch parts of one ZIP on many
 * connections, and the layout of a kit of ten thousand files takes 0.1 s and 15 MB. What was sold never changes; the name
 * holds everything else that a ZIP shows.
 */
export function shareZip({ db }: App, purchase: PurchaseRow, file: Format, layOut: () => Promise<Readings>) {
  const { id, title, artist, bpm, musicKey, coverKey, paperKey } = purchase
  const name = JSON.stringify([file, id, title, artist, bpm, musicKey, coverKey, paperKey])
  const zips: Zips = zipsOf.get(db) ?? new Map()
  zipsOf.set(db, zips)
  const known = zips.get(name)
  if (known) return known
  const made = layOut()
  const forget = () => zips.delete(name)
  zips.set(name, made)
  const [oldest] = zips.keys()
  if (zips.size > MOST) zips.delete(oldest!)
  setTimeout(forget, SHARED_FOR).unref()
  made.catch(forget)
  return made
}
