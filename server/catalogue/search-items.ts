import { sql, type RawBuilder } from 'kysely'
import type { Sort } from '#contract/filter-values.ts'
import type { Db } from '#server/db/connect.ts'
import { conditionOf, orders, type ItemFilter, type Page } from './filter.ts'
import { countUpTo } from './counts.ts'
import { REACH, type Found } from './list-items.ts'
import { expandWords, type Expansion, type Meaning } from './vocabulary.ts'
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
  const typed = wordsOf(q)
  const words = [...new Set(typed)].slice(0, MOST_WORDS)
  const offset = page * limit
  if (words.length === 0) return NOTHING
  const meaning = await expandWords(db, words)
  const { known, items } = meaning
  if (known.length === 0) return NOTHING

  const { where, leaves } = conditionOf(filter)
  const find = (which: RawBuilder<unknown>, what: Meaning, ranking: Ranking) =>
    sort === 'relevance' ? ranked(db, which, what, ranking) : inOrder(db, which, orders[sort], ranking)
  const shown = { offset, limit: Math.min(limit, REACH - offset), titleKey: typed.join(' '), filter: where }

  const all = sql`${matches(meaning)} and ${where}`
  const expected = Math.min(...known.map((word) => word.items)) * leaves * (known.length > 1 ? 0.3 : 1)
  if (offset >= REACH) return { ids: [], ...(await countMatches(db, all, expected)) }
  const best = await find(all, meaning, { ...shown, expected })
  if (best.totalItems || known.length === 1) return best
  // no item has all the words: those that have one that tells something
  const telling = tellingOf(known, items)
  const any = sql`fts @@ ${telling.map(({ anyOf }) => anyOf).join(' | ')}::tsquery and ${where}`
  const some = Math.max(...telling.map((word) => word.items)) * leaves
  return find(any, { ...meaning, known: telling }, { ...shown, titleKey: '', expected: some })
}

const NOTHING: Found = { ids: [], totalItems: 0, capped: false }
const quoted = (term: string) => `'${term}'`
/** Beside a word that no more items have than this, all that a beginning may become is looked at. */
const FEW = 2_000

/** Of three words and more, what every fifth item has only ranks: it would cost much and tell little. */
function matches({ known, together, items }: Meaning) {
  const required = known.length > 2 ? tellingOf(known, items) : known
  const firm = required.filter(({ isOpen }) => !isOpen)
  const open = required.find(({ isOpen }) => isOpen)
  const all =
    open && firm.length && Math.min(...firm.map((word) => word.items)) <= FEW
      ? // without the index, which would gather all items of all these words first
        sql`(fts @@ ${allOf(firm)}::tsquery and (fts @@ ${`${quoted(open.word)}:*`}::tsquery) is true)`
      : sql`fts @@ ${allOf(required)}::tsquery`
  return together ? sql`(${all} or fts @@ ${quoted(together)}::tsquery)` : all
}

const allOf = (words: Expansion[]) => words.map(({ anyOf }) => anyOf).join(' & ')

function tellingOf(known: Expansion[], items: number) {
  const rarest = Math.min(...known.map((word) => word.items))
  return known.filter((word) => word.items < items / 5 || word.items === rarest)
}

/** A word as it was typed counts more than what it may have been meant as, and all of them as one word the most. */
function rank({ known, together }: Meaning) {
  const typed = known.map(({ word }) => quoted(word)).join(' | ')
  const meant = [...known.map(({ anyOf, word, isOpen }) => (isOpen ? `${quoted(word)}:*` : anyOf)), ...(together ? [quoted(together)] : [])].join(' | ')
  const asTyped = known.every(({ isAsTyped }) => isAsTyped) ? sql`0` : sql`(fts @@ ${typed}::tsquery)::int * 0.4`
  const asOne = together ? sql`(fts @@ ${quoted(together)}::tsquery)::int * 0.4` : sql`0`
  return sql`(ts_rank(fts, ${meant}::tsquery) + ${asTyped} + ${asOne}) * (1 + popularity / 8)`
} // prettier-ignore

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
async function ranked(db: Db, where: RawBuilder<unknown>, meaning: Meaning, ranking: Ranking): Promise<Found> {
  const { offset, limit, expected, uncounted } = ranking
  const titled = await titledSo(db, ranking)
  const enough = 2 * (offset + limit)
  for (const { tier, share } of TIERS) {
    if (expected * share <= enough) continue
    const hot = await rankedIn(db, sql`tier <= ${sql.lit(tier)} and ${where}`, meaning, { ...ranking, titled })
    if (hot.ids.length < limit) continue
    const counted =
      uncounted || hot.matches > REACH ? { totalItems: REACH, capped: true } : await countMatches(db, where, expected)
    return { ids: hot.ids, ...counted }
  }
  const found = await rankedIn(db, where, meaning, { ...ranking, titled })
  if (found.ids.length === 0 && offset > 0) return { ids: [], ...(await countUpTo(db, REACH, where)) }
  return { ids: found.ids, totalItems: Math.min(found.matches, REACH), capped: found.matches > REACH }
}

/** A page of the titled and then of the others, best first. */
async function rankedIn(
  db: Db,
  where: RawBuilder<unknown>,
  meaning: Meaning,
  { offset, limit, titled }: Ranking & { titled: number[] },
) {
  const first = titled.slice(offset, offset + limit)
  const others = titled.length ? sql`${where} and item_id <> all(${titled}::bigint[])` : where
  const { rows } = await sql<{ itemId: number; matches: number }>`
    select item_id, count(*) over () as matches from item_search where ${others}
    order by ${rank(meaning)} desc, item_id desc
    limit ${Math.max(1, limit - first.length)} offset ${Math.max(0, offset - titled.length)}`.execute(db)
  return {
    ids: [...first, ...rows.map(({ itemId }) => itemId)].slice(0, limit), // at least one is asked for, as it has the count
    matches: titled.length + (rows[0]?.matches ?? 0),
  }
}

const MOST_TITLED = 10

/** Looked up for themselves: a tier may lack them, and a popular item must not hide them. */
async function titledSo(db: Db, { titleKey, filter }: Ranking) {
  if (titleKey === '') return []
  const { rows } = await sql<{ itemId: number }>`select item_id from item_search
    where title_key = ${titleKey} and ${filter} order by popularity desc, item_id desc limit ${MOST_TITLED}`.execute(db)
  return rows.map(({ itemId }) => itemId)
}

/** The best with these words, uncounted. */
export async function suggestIds(db: Db, words: string[], limit: number) {
  const meaning = await expandWords(db, words.slice(0, MOST_WORDS))
  const { known } = meaning
  if (known.length === 0) return []
  const expected = Math.min(...known.map((word) => word.items)) * (known.length > 1 ? 0.3 : 1)
  const ranking = { offset: 0, limit, titleKey: words.join(' '), filter: sql`true`, expected, uncounted: true }
  return (await ranked(db, matches(meaning), meaning, ranking)).ids
}
