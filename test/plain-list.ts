// The expected answers of lists and searches, found in the simplest way: by looking at every item.
import type { InputOf } from '#contract/caller.ts'
import { MOODS } from '#contract/filter-values.ts'

export type Query = NonNullable<InputOf<'GET /items'>['query']>

export type PlainItem = {
  id: number
  kind: 'BEAT' | 'PACK' | 'KIT'
  ownerId: number
  style: string
  title: string
  tags: string[]
  bpm: number | null
  bpmMin: number | null
  bpmMax: number | null
  key: string | null
  priceCents: number
  enabledLicenses: string[]
  files: { role: string; mediaType: string }[]
  isFeatured: boolean
  isPromoted: boolean
  isPopular: boolean
  isTrending: boolean
  popularity: number
  trend: number
  publishedAt: Date
  isOnSale: boolean
}

const NEW_FOR = 14 * 86_400_000
// the circle of fifths: keys mix with their neighbors and with the other key at the same place
const MAJOR_WHEEL = ['B', 'F#', 'C#', 'G#', 'D#', 'A#', 'F', 'C', 'G', 'D', 'A', 'E']
const MINOR_WHEEL = ['G#m', 'D#m', 'A#m', 'Fm', 'Cm', 'Gm', 'Dm', 'Am', 'Em', 'Bm', 'F#m', 'C#m']
const FLATS: Record<string, string> = { Bb: 'A#', Ebm: 'D#m' }
export const KEYS_WRITTEN = [...MAJOR_WHEEL, ...MINOR_WHEEL, ...Object.keys(FLATS)]

export function plainList(all: PlainItem[], query: Query, now: Date) {
  const narrowed = all.filter((item) => item.isOnSale && passes(item, query, now))
  const words = [...new Set((query.q ?? '').toLowerCase().split(' ').filter(Boolean))]
  const has = (item: PlainItem, word: string) => item.title.toLowerCase().split(' ').includes(word)
  const withAll = narrowed.filter((item) => words.every((word) => has(item, word)))
  const found = withAll.length ? withAll : narrowed.filter((item) => words.some((word) => has(item, word)))
  const order = orders[query.sort === 'relevance' || !query.sort ? 'popular' : query.sort]
  return found.sort(order).map(({ id }) => id)
}

const orders = {
  popular: (a: PlainItem, b: PlainItem) => b.popularity - a.popularity || b.id - a.id,
  trending: (a: PlainItem, b: PlainItem) => b.trend - a.trend || b.id - a.id,
  newest: (a: PlainItem, b: PlainItem) => b.publishedAt.getTime() - a.publishedAt.getTime() || b.id - a.id,
  'price-up': (a: PlainItem, b: PlainItem) => a.priceCents - b.priceCents || a.id - b.id,
  'price-down': (a: PlainItem, b: PlainItem) => b.priceCents - a.priceCents || b.id - a.id,
  bpm: (a: PlainItem, b: PlainItem) => (fastest(a) ?? 999) - (fastest(b) ?? 999) || a.id - b.id,
}
const slowest = ({ bpm, bpmMin }: PlainItem) => bpm ?? bpmMin
const fastest = ({ bpm, bpmMax }: PlainItem) => bpm ?? bpmMax
const listed = (text: string | undefined) => text?.split(',')

function passes(item: PlainItem, query: Query, now: Date) {
  const kinds = listed(query.k)
  const styles = listed(query.style)
  const tags = item.tags.map((tag) => tag.toLowerCase())
  return (
    (!kinds || kinds.includes(item.kind)) &&
    (!styles || styles.includes(item.style)) &&
    passesTempo(item, query) &&
    (!query.key || passesKey(item.key, query.key, query.compatibleKeys === 'true')) &&
    (!query.mood || MOODS.some((mood) => listed(query.mood)!.includes(mood) && tags.includes(mood))) &&
    (!query.tags || listed(query.tags)!.every((tag) => tags.includes(tag.toLowerCase()))) &&
    (query.priceMin === undefined || item.priceCents / 100 >= Number(query.priceMin)) &&
    (query.priceMax === undefined || item.priceCents / 100 <= Number(query.priceMax)) &&
    (!query.license || onOffer(item, query.license)) &&
    (query.producer === undefined || item.ownerId === Number(query.producer)) &&
    (!query.flags || listed(query.flags)!.some((flag) => flagged(item, flag, now)))
  )
}

function passesTempo(item: PlainItem, { bpmMin, bpmMax, halfTime }: Query) {
  if (bpmMin === undefined && bpmMax === undefined) return true
  return (halfTime === 'true' ? [0.5, 1, 2] : [1]).some(
    (factor) =>
      (fastest(item) ?? Infinity) >= Number(bpmMin ?? 0) * factor &&
      (slowest(item) ?? 0) <= Number(bpmMax ?? Infinity) * factor,
  )
}

function passesKey(key: string | null, wanted: string, compatible: boolean) {
  const own = key && (FLATS[key] ?? key)
  if (!own || !compatible) return own === wanted
  const [wheel, other] = wanted.endsWith('m') ? [MINOR_WHEEL, MAJOR_WHEEL] : [MAJOR_WHEEL, MINOR_WHEEL]
  const at = wheel.indexOf(wanted)
  return [wanted, wheel[(at + 1) % 12], wheel[(at + 11) % 12], other[at]].includes(own)
}

/** A license is on offer only with the files that it promises. */
function onOffer({ kind, files, enabledLicenses }: PlainItem, license: string) {
  const wav = files.some(({ role, mediaType }) => role === 'master' && mediaType === 'audio/wav')
  const playable = files.some(({ role }) => role === 'mp3' || role === 'master')
  const stems = files.some(({ role }) => role === 'stems')
  const any = files.length > 0
  const delivered =
    kind === 'BEAT'
      ? { MP3: playable, WAV: wav, PREMIUM: wav && stems, EXCLUSIVE: any }
      : { MP3: any, WAV: any, PREMIUM: any && stems, EXCLUSIVE: any }
  return enabledLicenses.includes(license) && delivered[license as keyof typeof delivered]
}

const flagged = (item: PlainItem, flag: string, now: Date) =>
  ({
    featured: item.isFeatured || item.isPromoted,
    popular: item.isPopular,
    trending: item.isTrending,
    new: now.getTime() - item.publishedAt.getTime() < NEW_FOR,
  })[flag] === true
