import { sql, type RawBuilder } from 'kysely'
import type { Sort } from '#contract/filter-values.ts'
import type { Db } from '#server/db/connect.ts'
import { conditionOf, orders, type ItemFilter, type Page } from './filter.ts'
import { countUpTo } from './counts.ts'
import { REACH, type Found } from './list-items.ts'
import { expandWords, type Expansion } from './vocabulary.ts'
import { wordsOf } from './words.ts'

const MOST_WORDS = 8
const TIERS = [
  { tier: 1, share: 0.01 },
  { tier: 2, share: 0.1 },
] as const

type Search = { q: string; filter: ItemFilter; sort: Sort } & Page

/** By words. The last one may be unfinished, slips of the finger are forgiven, and so is a word that nobody knows. */
export async function searchItems(db: Db, { q, filter, sort, page, limit }: Search): Promise<Found> {
  const words = [...new Set(wordsOf(q))].slice(0, MOST_WORDS)
  const offset = page * limit
  if (words.length === 0 || offset >= REACH) return { ids: [], totalItems: 0, capped: false }
  const { known, items } = await expandWords(db, words)
  if (known.length === 0) return { ids: [], totalItems: 0, capped: false }

  const { where, leaves } = conditionOf(filter)
  const all = sql`fts @@ ${requiredOf(known, items)}::tsquery and ${where}`
  const window = { offset, limit: Math.min(limit, REACH - offset) }
  if (sort !== 'relevance') return inOrder(db, all, orders[sort], window)

  const expected = Math.min(...known.map((word) => word.items)) * leaves * (known.length > 1 ? 0.3 : 1)
  const best = await ranked(db, all, known, { ...window, titleKey: words.join(' '), expected })
  if (best.ids.length || page > 0 || known.length === 1) return best
  // no item has all the words: those that have most of them
  const any = sql`fts @@ ${known.map(anyOf).join(' | ')}::tsquery and ${where}`
  return ranked(db, any, known, { ...window, titleKey: '', expected: Infinity })
}

const quoted = (term: string) => `'${term}'`
const anyOf = ({ terms }: Expansion) => `(${terms.map(quoted).join('|')})`

/** Of three words and more, what every fifth item has only ranks: it would cost much and tell little. */
function requiredOf(known: Expansion[], items: number) {
  const rarest = Math.min(...known.map((word) => word.items))
  const telling = known.length > 2 ? known.filter((word) => word.items < items / 5 || word.items === rarest) : known
  return telling.map(anyOf).join(' & ')
}

/** The words as they were typed count once more than what they may have been meant as. */
const rank = (known: Expansion[]) =>
  sql`(ts_rank(fts, ${known.map(anyOf).join(' | ')}::tsquery) + ts_rank(fts, ${known.map(({ word }) => quoted(word)).join(' | ')}::tsquery))
    * (1 + popularity / 8)`

async function inOrder(
  db: Db,
  where: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  { offset, limit }: { offset: number; limit: number },
) {
  const [{ rows }, counted] = await Promise.all([
    sql<{ itemId: number }>`select item_id from item_search where ${where}
      order by ${order} limit ${limit} offset ${offset}`.execute(db),
    countUpTo(db, REACH, where),
  ])
  return { ids: rows.map(({ itemId }) => itemId), ...counted }
}

type Ranking = { offset: number; limit: number; titleKey: string; expected: number; uncounted?: boolean }

/** Best first, from the smallest tier that fills the page; what bears exactly this title leads. */
async function ranked(db: Db, where: RawBuilder<unknown>, known: Expansion[], ranking: Ranking): Promise<Found> {
  const { offset, limit, titleKey, expected, uncounted } = ranking
  const enough = 2 * (offset + limit)
  for (const { tier, share } of TIERS) {
    if (expected * share <= enough) continue
    const hot = await rankedIn(db, sql`tier <= ${sql.lit(tier)} and ${where}`, known, ranking)
    if (hot.ids.length < limit) continue
    const counted =
      uncounted || hot.matches > REACH ? { totalItems: REACH, capped: true } : await countUpTo(db, REACH, where)
    return { ids: await titledFirst(db, where, titleKey, hot.ids, ranking), ...counted }
  }
  const found = await rankedIn(db, where, known, ranking)
  if (found.ids.length === 0 && offset > 0) return { ids: [], ...(await countUpTo(db, REACH, where)) }
  return {
    ids: await titledFirst(db, where, titleKey, found.ids, ranking),
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
async function titledFirst(
  db: Db,
  where: RawBuilder<unknown>,
  titleKey: string,
  ids: number[],
  { offset, limit }: Ranking,
) {
  if (offset > 0 || titleKey === '') return ids
  const { rows } = await sql<{ itemId: number }>`select item_id from item_search
    where title_key = ${titleKey} and ${where} order by popularity desc, item_id desc limit ${MOST_TITLED}`.execute(db)
  return [...new Set([...rows.map(({ itemId }) => itemId), ...ids])].slice(0, limit)
}

/** The most popular with these words, uncounted. */
export async function suggestIds(db: Db, words: string[], newSince: Date, limit: number) {
  const { known, items } = await expandWords(db, words.slice(0, MOST_WORDS))
  if (known.length === 0) return []
  const { where } = conditionOf({ newSince })
  const all = sql`fts @@ ${requiredOf(known, items)}::tsquery and ${where}`
  const expected = Math.min(...known.map((word) => word.items)) * (known.length > 1 ? 0.3 : 1)
  return (await ranked(db, all, known, { offset: 0, limit, titleKey: words.join(' '), expected, uncounted: true })).ids
}
