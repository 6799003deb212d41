import { sql, type RawBuilder } from 'kysely'
import type { Sort } from '#contract/filter-values.ts'
import { hidden } from '#server/db/connect.ts'
import type { Reader } from './counts.ts'
import { conditionOf, orders, type ItemFilter, type Page } from './filter.ts'
import { inOrder } from './in-order.ts'
import { expandWords, type Expansion, type Meaning } from './meaning.ts'
import { allEndings } from './rank.ts'
import { ranked } from './ranked.ts'
import { REACH, type Listed, type Show, type Shown } from './show.ts'
import type { Understood } from './understand.ts'

/** The usual number of items on a page. */
const LEAD = 50
/** The share of the items with the rarest word that also have the others. */
const TOGETHER = 0.3

type Search = {
  asked: Understood
  filter: ItemFilter
  /** Without the price that the words ask for: a title may contain it. */
  titleFilter: ItemFilter
  sort: Sort
} & Page

/** Searches by words. The last one may be unfinished; typing errors and unknown words are forgiven. */
export async function searchItems<Row extends Shown>(
  app: Reader,
  { asked, filter, titleFilter, sort, page, limit }: Search,
  show: Show,
): Promise<Listed<Row>> {
  const offset = page * limit
  const meaning = await expandWords(app.db, asked)
  const { known, items } = meaning
  if (known.length === 0) return { rows: [], totalItems: 0, capped: false }

  const { walked, withWords, leaves, leavesOfWords } = conditionOf(filter)
  const titles = conditionOf(titleFilter)
  const isPlain = leaves === 1 && titles.leaves === 1
  const shown = {
    offset,
    limit: Math.max(0, Math.min(limit, REACH - offset)),
    surely: known.length === 1 && leaves === 1 ? known[0]!.counted : 0,
    isPlain,
    show,
  }
  const find = (
    words: RawBuilder<unknown>,
    what: Meaning,
    titleKeys: string[],
    { candidates, together = 1 }: Guess,
  ) => {
    const where = sql`${words} and ${withWords}`
    const asWanted = { ...shown, expected: candidates * leaves * together }
    return sort === 'relevance'
      ? ranked<Row>(app, where, what, {
          ...asWanted,
          titleKeys,
          filter: titles.where,
          lifted: asked,
          lead: LEAD,
        })
      : inOrder<Row>(app, where, orders[sort], {
          ...asWanted,
          walked,
          candidates: candidates * leavesOfWords,
          items,
        })
  }

  const best = await find(matches(meaning, isPlain), meaning, titleKeysOf(asked, meaning), guessOf(known))
  if (best.totalItems || known.length === 1) return best
  // no item has all the words: find items that have one of the rarer words, those with most of them first
  const telling = tellingOf(known, items)
  const any = having(telling.map(({ anyOf }) => anyOf).join(' | '), isPlain)
  const candidates = Math.max(...telling.map((word) => word.items))
  return find(any, { ...meaning, known: telling, isLoose: true }, [], { candidates })
}

/** The number of items that the index of words may find, and the share of them that have all the words. */
type Guess = { candidates: number; together?: number }

const guessOf = (known: Expansion[]): Guess => ({
  candidates: Math.min(...known.map((word) => word.items)),
  ...(known.length > 1 && { together: TOGETHER }),
})

/** A whole title, as it was typed or as the catalogue spells its words. */
const titleKeysOf = ({ typed, isTypeBeat }: Understood, { respelt }: Meaning) => [
  ...new Set([typed.join(' '), ...(isTypeBeat ? [] : [respelt.join(' ')])]),
]

/** If at most this many items have a word, all words with the typed beginning are looked up as well. */
const FEW = 2_000
/** Reading the words of one item takes as long as passing so many entries of an index. */
const PASSED = 40

/** Items with these words. The planner would plan the statement anew if it saw which words they are. */
const having = (query: string, isPlain: boolean) =>
  isPlain ? sql`fts @@ ${hidden(query, 'tsquery')}` : sql`fts @@ ${query}::tsquery`

/**
 * Very common words among three or more only affect the ranking: requiring them costs much and excludes little.
 */
function matches({ known, items }: Meaning, isPlain: boolean) {
  const required = known.length > 2 ? tellingOf(known, items) : known
  return lookedUp(required, isPlain) ?? having(allOf(required), isPlain)
}

/**
 * Next to a rare word, the other words are looked up in the items that have it. Their index would gather all of their
 * items first.
 */
function lookedUp(required: Expansion[], isPlain: boolean) {
  if (required.length === 1) return null
  const rising = required.toSorted((a, b) => a.items - b.items)
  const firm = rising.find(({ begun }) => !begun)
  const looksFurther = firm && firm.items <= FEW && required.some(({ begun }) => begun)
  const passed = required.reduce((sum, word) => sum + word.items, 0)
  if (!looksFurther && rising[0]!.items * PASSED > passed) return null
  const rarest = looksFurther ? firm : rising[0]!
  const others = required.filter((word) => word !== rarest)
  const asked = others.map((word) => (looksFurther ? allEndings(word) : word.anyOf))
  return sql`(${having(rarest.anyOf, isPlain)} and (${having(asked.join(' & '), isPlain)}) is true)`
}

const allOf = (words: Expansion[]) => words.map(({ anyOf }) => anyOf).join(' & ')

/** In a catalogue of so few items, or of an unknown number, every word may be looked up. */
const SMALL = 500

function tellingOf(known: Expansion[], items: number) {
  if (items <= SMALL) return known
  const rarest = Math.min(...known.map((word) => word.items))
  return known.filter((word) => word.items < items / 5 || word.items === rarest)
}

/** The best matches, without counting them. */
export async function suggestItems<Row extends Shown>(app: Reader, asked: Understood, limit: number, show: Show) {
  const meaning = await expandWords(app.db, asked)
  if (meaning.known.length === 0) return []
  const { candidates, together = 1 } = guessOf(meaning.known)
  const { rows } = await ranked<Row>(app, matches(meaning, true), meaning, {
    titleKeys: titleKeysOf(asked, meaning),
    lifted: asked,
    filter: sql`true`,
    isPlain: true,
    expected: candidates * together,
    surely: 0,
    offset: 0,
    limit,
    lead: limit,
    uncounted: true,
    show,
  })
  return rows
}
