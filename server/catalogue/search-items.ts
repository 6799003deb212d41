import { sql, type RawBuilder } from 'kysely'
import type { Sort } from '#contract/filter-values.ts'
import type { Db } from '#server/db/connect.ts'
import { conditionOf, orders, type ItemFilter, type Page } from './filter.ts'
import { countUpTo } from './counts.ts'
import { REACH, type Found } from './list-items.ts'
import { expandWords, type Expansion } from './vocabulary.ts'
import { wordsOf } from './words.ts'

const MOST_WORDS = 8
/** The most popular thousandth, hundredth and tenth: what a common word is there for often enough to fill a page. */
const TIERS = [
  { tier: 0, share: 0.001 },
  { tier: 1, share: 0.01 },
  { tier: 2, share: 0.1 },
] as const

type Search = { q: string; filter: ItemFilter; sort: Sort } & Page

/** By words. The last one may be unfinished, slips of the finger are forgiven, and so is a word that nobody knows. */
export async function searchItems(db: Db, { q, filter, sort, page, limit }: Search): Promise<Found> {
  const words = [...new Set(wordsOf(q))].slice(0, MOST_WORDS)
  const offset = page * limit
  if (words.length === 0) return { ids: [], totalItems: 0, capped: false }
  const { known, items } = await expandWords(db, words)
  if (known.length === 0) return { ids: [], totalItems: 0, capped: false }

  const { where, leaves } = conditionOf(filter)
  const all = sql`fts @@ ${requiredOf(known, items)}::tsquery and ${where}`
  const expected = Math.min(...known.map((word) => word.items)) * leaves * (known.length > 1 ? 0.3 : 1)
  const ranking = { offset, limit: Math.min(limit, REACH - offset), titleKey: words.join(' '), filter: where, expected }
  if (offset >= REACH) return { ids: [], ...(await countMatches(db, all, expected)) }
  if (sort !== 'relevance') return inOrder(db, all, orders[sort], ranking)

  const best = await ranked(db, all, known, ranking)
  if (best.totalItems > 0 || known.length === 1) return best
  // no item has all the words: those that have one that tells something
  const telling = tellingOf(known, items)
  const any = sql`fts @@ ${telling.map(anyOf).join(' | ')}::tsquery and ${where}`
  const some = Math.max(...telling.map((word) => word.items)) * leaves
  return ranked(db, any, telling, { ...ranking, titleKey: '', expected: some })
}

const quoted = (term: string) => `'${term}'`
const anyOf = ({ terms }: Expansion) => `(${terms.map(quoted).join('|')})`

/** Of three words and more, what every fifth item has only ranks: it would cost much and tell little. */
const requiredOf = (known: Expansion[], items: number) =>
  (known.length > 2 ? tellingOf(known, items) : known).map(anyOf).join(' & ')

function tellingOf(known: Expansion[], items: number) {
  const rarest = Math.min(...known.map((word) => word.items))
  return known.filter((word) => word.items < items / 5 || word.items === rarest)
}

/** A word as it was typed counts more than what it may have been meant as. */
function rank(known: Expansion[]) {
  const typed = known.map(({ word }) => quoted(word)).join(' | ')
  const meant = known.map(anyOf).join(' | ')
  const asTyped = known.some(({ terms }) => terms.length > 1) ? sql`(fts @@ ${typed}::tsquery)::int * 0.4` : sql`0`
  return sql`(ts_rank(fts, ${meant}::tsquery) + ${asTyped}) * (1 + popularity / 8)`
}

async function inOrder(
  db: Db,
  where: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  { offset, limit, expected }: Ranking,
) {
  const [{ rows }, counted] = await Promise.all([
    sql<{ itemId: number }>`select item_id from item_search where ${where}
      order by ${order} limit ${limit} offset ${offset}`.execute(db),
    countMatches(db, where, expected),
  ])
  return { ids: rows.map(({ itemId }) => itemId), ...counted }
}

/** Of words that are everywhere nobody has to count a thousand; of common ones, the popular tenth mostly has them. */
async function countMatches(db: Db, where: RawBuilder<unknown>, expected: number) {
  const beyond = { totalItems: REACH, capped: true }
  if (expected > 50 * REACH) return beyond
  if (expected > 20 * REACH && (await countUpTo(db, REACH, sql`tier <= 2 and ${where}`)).capped) return beyond
  return countUpTo(db, REACH, where)
}

type Ranking = {
  offset: number
  limit: number
  titleKey: string
  filter: RawBuilder<unknown>
  /** How many items are likely to match. */
  expected: number
  uncounted?: boolean
}

/** Best first, from the smallest tier that fills the page; what bears exactly this title leads. */
async function ranked(db: Db, where: RawBuilder<unknown>, known: Expansion[], ranking: Ranking): Promise<Found> {
  const { offset, limit, expected, uncounted } = ranking
  const enough = 2 * (offset + limit)
  for (const { tier, share } of TIERS) {
    if (expected * share <= enough) continue
    const hot = await rankedIn(db, sql`tier <= ${sql.lit(tier)} and ${where}`, known, ranking)
    if (hot.ids.length < limit) continue
    const counted =
      uncounted || hot.matches > REACH ? { totalItems: REACH, capped: true } : await countMatches(db, where, expected)
    return { ids: await titledFirst(db, hot.ids, ranking), ...counted }
  }
  const found = await rankedIn(db, where, known, ranking)
  if (found.ids.length === 0 && offset > 0) return { ids: [], ...(await countUpTo(db, REACH, where)) }
  return {
    ids: await titledFirst(db, found.ids, ranking),
    totalItems: Math.min(found.matches, REACH),
    capped: found.matches > REACH,
  }
}

async function rankedIn(db: Db, where: RawBuilder<unknown>, known: Expansion[], { offset, limit }: Ranking) {
  const { rows } = await sql<{ itemId: number; matches: number }>`
    select item_id, count(*) over () as matches from item_search where ${where}
    order by ${rank(known)} desc, item_id desc limit ${limit} offset ${offset}`.execute(db)
  return { ids: rows.map(({ itemId }) => itemId), matches: rows[0]?.matches ?? 0 }
}

const MOST_TITLED = 10

/** A tier may lack it, and a popular item must not hide it. */
async function titledFirst(db: Db, ids: number[], { offset, limit, titleKey, filter }: Ranking) {
  if (offset > 0 || titleKey === '') return ids
  const { rows } = await sql<{ itemId: number }>`select item_id from item_search
    where title_key = ${titleKey} and ${filter} order by popularity desc, item_id desc limit ${MOST_TITLED}`.execute(db)
  return [...new Set([...rows.map(({ itemId }) => itemId), ...ids])].slice(0, limit)
}

/** The best with these words, uncounted. */
export async function suggestIds(db: Db, words: string[], limit: number) {
  const { known, items } = await expandWords(db, words.slice(0, MOST_WORDS))
  if (known.length === 0) return []
  const all = sql`fts @@ ${requiredOf(known, items)}::tsquery`
  const expected = Math.min(...known.map((word) => word.items)) * (known.length > 1 ? 0.3 : 1)
  const ranking = { offset: 0, limit, titleKey: words.join(' '), filter: sql`true`, expected, uncounted: true }
  return (await ranked(db, all, known, ranking)).ids
}
