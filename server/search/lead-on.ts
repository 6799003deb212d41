import type { Reader } from './counts.ts'
import type { ItemFilter } from './filter.ts'
import { findItems } from './find-items.ts'
import { expandWords } from './meaning.ts'
import { IDS } from './show.ts'
import { understand } from './understand.ts'

const MOST_LEFT_OUT = 3

type Lead = { q: string; totalItems: number }

/** Where a search without results leads on: to words that are alike, to fewer words, to the same without filters. */
export async function leadOn(app: Reader, { q, filter }: { q: string; filter: ItemFilter }) {
  const asked = understand(q)
  const { words, price, tempo } = asked
  const { known, nearest } = words.length ? await expandWords(app.db, asked) : NOTHING_KNOWN
  const count = async (words: string, filters = filter): Promise<Lead | null> => {
    const { totalItems } = await findItems(app, { q: words, filter: filters, page: 0, limit: 1 }, IDS)
    return totalItems ? { q: words, totalItems } : null
  }
  const itemsOf = (word: string) => known.find((one) => one.words.includes(word))?.items ?? 0
  const rarestFirst = words.toSorted((a, b) => itemsOf(a) - itemsOf(b))
  const isNarrowed = tempo !== null || Object.keys(price).length > 0
  const shorter = Array.from({ length: MOST_LEFT_OUT }, (_, index) => index + (isNarrowed ? 0 : 1))
    .map((leftOut) => words.filter((word) => !rarestFirst.slice(0, leftOut).includes(word)).join(' '))
    .filter(Boolean)
  return {
    didYouMean: nearest ? await count(nearest) : null,
    shorter: await firstOf(shorter, count),
    unfiltered: isFiltered(filter) ? ((await count(q, { newSince: filter.newSince }))?.totalItems ?? 0) : 0,
  }
}
const NOTHING_KNOWN = { known: [], nearest: null }

async function firstOf(texts: string[], find: (text: string) => Promise<Lead | null>) {
  for (const text of texts) {
    const found = await find(text)
    if (found) return found
  }
  return null
}

const isFiltered = (filter: ItemFilter) =>
  Object.entries(filter).some(
    ([name, value]) => name !== 'newSince' && (Array.isArray(value) ? value.length > 0 : value !== undefined),
  )
