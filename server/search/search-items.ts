import { sql, type RawBuilder } from 'kysely'
import type { Sort } from '#contract/filter-values.ts'
import { listed, plannedOnce, type Db } from '#server/db/connect.ts'
import { conditionOf, orders, type ItemFilter, type Page } from './filter.ts'
import { countUpTo, type Reader } from './counts.ts'
import { REACH, type Found } from './list-items.ts'
import { expandWords, type Expansion, type Meaning } from './meaning.ts'
import { allEndings, rank } from './rank.ts'
import type { Understood } from './understand.ts'

/** The usual number of items on a page. */
const LEAD = 50
/**
 * The most popular thousandth, hundredth and tenth of all items. A common word occurs there often enough to fill a
 * page.
 */
const TIERS = [
  { tier: 0, share: 0.001 },
  { tier: 1, share: 0.01 },
  { tier: 2, share: 0.1 },
] as const

type Search = {
  asked: Understood
  filter: ItemFilter
  /** Without the price that the words ask for: a title may contain it. */
  titleFilter: ItemFilter
  sort: Sort
} & Page

/** Searches by words. The last one may be unfinished; typing errors and unknown words are forgiven. */
export async function searchItems(
  app: Reader,
  { asked, filter, titleFilter, sort, page, limit }: Search,
): Promise<Found> {
  const offset = page * limit
  const meaning = await expandWords(app.db, asked.words)
  const { known, items } = meaning
  if (known.length === 0) return NOTHING

  const { walked, withWords, leaves, leavesOfWords } = conditionOf(filter)
  const titles = conditionOf(titleFilter)
  const find = (which: RawBuilder<unknown>, what: Meaning, ranking: Ranking) =>
    sort === 'relevance' ? ranked(app, which, what, ranking) : inOrder(app, which, orders[sort], ranking)
  const shown = {
    offset,
    limit: Math.max(0, Math.min(limit, REACH - offset)),
    titleKeys: titleKeysOf(asked, meaning),
    filter: titles.where,
    isPlain: leaves === 1 && titles.leaves === 1,
    isTypeBeat: asked.isTypeBeat,
    walked,
    lead: LEAD,
    surely: known.length === 1 && leaves === 1 ? known[0]!.counted : 0,
  }

  const all = sql`${matches(meaning)} and ${withWords}`
  const candidates = Math.min(...known.map((word) => word.items))
  const expected = candidates * leaves * (known.length > 1 ? 0.3 : 1)
  const best = await find(all, meaning, { ...shown, expected, candidates: candidates * leavesOfWords, items })
  if (best.totalItems || known.length === 1) return best
  // no item has all the words: find items that have one of the rarer words
  const telling = tellingOf(known, items)
  const any = sql`fts @@ ${telling.map(({ anyOf }) => anyOf).join(' | ')}::tsquery and ${withWords}`
  const most = Math.max(...telling.map((word) => word.items))
  const some = { expected: most * leaves, candidates: most * leavesOfWords, items }
  return find(any, { ...meaning, known: telling }, { ...shown, titleKeys: [], ...some })
}

const NOTHING: Found = { ids: [], totalItems: 0, capped: false }

/** A whole title, as it was typed or as the catalogue spells its words. */
const titleKeysOf = ({ typed, isTypeBeat }: Understood, { respelt }: Meaning) => [
  ...new Set([typed.join(' '), ...(isTypeBeat ? [] : [respelt.join(' ')])]),
]

/** If at most this many items have a word, all words with the typed beginning are looked up as well. */
const FEW = 2_000
/** Reading the words of one item takes as long as passing so many entries of an index. */
const PASSED = 40

/**
 * Very common words among three or more only affect the ranking: requiring them costs much and excludes little.
 */
function matches({ known, items }: Meaning) {
  const required = known.length > 2 ? tellingOf(known, items) : known
  return lookedUp(required) ?? sql`fts @@ ${allOf(required)}::tsquery`
}

/**
 * Next to a rare word, the other words are looked up in the items that have it. Their index would gather all of their
 * items first.
 */
function lookedUp(required: Expansion[]) {
  if (required.length === 1) return null
  const rising = required.toSorted((a, b) => a.items - b.items)
  const firm = rising.find(({ begun }) => !begun)
  const looksFurther = firm && firm.items <= FEW && required.some(({ begun }) => begun)
  const passed = required.reduce((sum, word) => sum + word.items, 0)
  if (!looksFurther && rising[0]!.items * PASSED > passed) return null
  const rarest = looksFurther ? firm : rising[0]!
  const others = required.filter((word) => word !== rarest)
  const asked = others.map((word) => (looksFurther ? allEndings(word) : word.anyOf))
  return sql`(fts @@ ${rarest.anyOf}::tsquery and (fts @@ ${asked.join(' & ')}::tsquery) is true)`
}

const allOf = (words: Expansion[]) => words.map(({ anyOf }) => anyOf).join(' & ')

function tellingOf(known: Expansion[], items: number) {
  const rarest = Math.min(...known.map((word) => word.items))
  return known.filter((word) => items === 0 || word.items < items / 5 || word.items === rarest)
}

/** At most this many items are fetched or passed, even if the guess of matches is higher. */
const MOST_GUESSED = 10_000
const sorted = sql`item_id, popularity, trend, published_at, is_promoted, price_cents, bpm_high`

/**
 * Walks through the order until the page is full, or fetches all matches and sorts them. It begins with the way that
 * probably reads fewer items. If that goes too far it tries the other way, and finally fetches all matches.
 */
async function inOrder(app: Reader, where: RawBuilder<unknown>, order: RawBuilder<unknown>, ranking: Ranking) {
  const { offset, limit, expected, candidates, items } = ranking
  if (limit === 0) return { ids: [], ...(await countMatches(app, where, ranking)) }
  const steps = ((offset + limit) * items) / expected
  if (steps > Math.min(candidates, MOST_GUESSED)) {
    const few = await gather(app.db, sorted, sql`${where} limit ${MOST_GUESSED + 1}`, order, ranking)
    if (few.matches <= MOST_GUESSED) return counted(few)
  }
  const ids = await walk(app.db, where, order, ranking)
  if (ids.length === limit) return { ids, ...(await countMatches(app, where, ranking)) }
  return counted(await gather(app.db, sorted, where, order, ranking))
}

const counted = ({ ids, matches }: { ids: number[]; matches: number }): Found => ({
  ids,
  totalItems: Math.min(matches, REACH),
  capped: matches > REACH,
})

/** A page of matches among the first items of an order. It is shorter than a page if they don't suffice. */
async function walk(
  db: Db,
  where: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  { walked, offset, limit }: Ranking,
) {
  const { rows } = await sql<{ itemId: number }>`
    select item_id from (select * from item_search where ${walked} order by ${order} limit ${MOST_GUESSED}) first
    where ${where} order by ${order} limit ${limit} offset ${offset}`.execute(db)
  return rows.map(({ itemId }) => itemId)
}

/**
 * A single word that had two thousand at the last count has a thousand. Common words mostly have a thousand among the
 * popular tenth, which is checked: two common words may never occur together.
 */
async function countMatches(app: Reader, where: RawBuilder<unknown>, { expected, surely }: Ranking) {
  if (surely > 2 * REACH) return BEYOND
  if (expected > 20 * REACH && (await countUpTo(app, REACH, sql`tier <= 2 and ${where}`)).capped) return BEYOND
  return countUpTo(app, REACH, where)
}
const BEYOND = { totalItems: REACH, capped: true }

type Ranking = {
  offset: number
  limit: number
  titleKeys: string[]
  isTypeBeat: boolean
  filter: RawBuilder<unknown>
  /** There are no filters: words alone have few forms of statements, and one plan serves all values. */
  isPlain: boolean
  /** The part of the filter that an order's index contains. */
  walked: RawBuilder<unknown>
  /** The likely number of matches. */
  expected: number
  /** The number of items that the index of words may find before other filters, and the number of all items. */
  candidates: number
  items: number
  /** The number of matches at the last count; 0 if it was guessed. */
  surely: number
  /** If there are this many popular matches, they come first. */
  lead: number
  uncounted?: boolean
}

/**
 * Exact title matches come first. For common words the best of the smallest tier with enough matches follow, then the
 * next tier, then the others. The first tier is the same for every page, so pages neither repeat nor lose an item.
 */
async function ranked(app: Reader, where: RawBuilder<unknown>, meaning: Meaning, ranking: Ranking): Promise<Found> {
  const { offset, limit, expected, lead, uncounted, isTypeBeat, isPlain } = ranking
  if (limit === 0) return { ids: [], ...(await countMatches(app, where, ranking)) }
  const titled = await exactTitles(app.db, ranking)
  const others = titled.length ? sql`${where} and item_id <> all(${titled}::bigint[])` : where
  const ids = titled.slice(offset, offset + limit)
  let seen = titled.length
  let above = sql`true`
  let begun = false
  for (const { tier, share } of TIERS) {
    if (expected * share <= 2 * lead) continue
    const band = sql`tier <= ${sql.lit(tier)} and ${above} and ${others}`
    const found = await rankedIn(app.db, band, meaning, {
      isTypeBeat,
      isPlain,
      offset: Math.max(0, offset - seen),
      limit: limit - ids.length,
    })
    if (!begun && found.matches < lead) continue
    begun = true
    ids.push(...found.ids)
    seen += found.matches
    above = sql`tier > ${sql.lit(tier)}`
    if (ids.length < limit) continue
    return { ids, ...(uncounted || seen > REACH ? BEYOND : await countMatches(app, where, ranking)) }
  }
  const rest = sql`${above} and ${others}`
  const found = await rankedIn(app.db, rest, meaning, {
    isTypeBeat,
    isPlain,
    offset: Math.max(0, offset - seen),
    limit: limit - ids.length,
  })
  seen += found.matches
  return { ids: [...ids, ...found.ids], totalItems: Math.min(seen, REACH), capped: seen > REACH }
}

/** A page of matches, and their number. It fetches all matches first. */
async function gather(
  db: Db,
  columns: RawBuilder<unknown>,
  where: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  { offset, limit }: Pick<Ranking, 'offset' | 'limit'>,
  plan = sql``,
) {
  const { rows } = await sql<{ ids: number[]; matches: number }>`
    with found as materialized (select ${columns} from item_search where ${where})
    select
      coalesce((select json_agg(item_id) from (
        select item_id from found order by ${order} limit ${limit} offset ${offset}) page), '[]') as ids,
      (select count(*) from found) as matches ${plan}`.execute(db)
  return rows[0]!
}

type Shown = Pick<Ranking, 'offset' | 'limit' | 'isTypeBeat' | 'isPlain'>
const planOf = ({ isPlain }: Pick<Ranking, 'isPlain'>) => (isPlain ? plannedOnce : sql``)

function rankedIn(db: Db, where: RawBuilder<unknown>, meaning: Meaning, { isTypeBeat, ...shown }: Shown) {
  const columns = sql`item_id, ${rank(meaning, isTypeBeat)} as rank`
  return gather(db, columns, where, sql`rank desc, item_id desc`, shown, planOf(shown))
}

const MOST_TITLED = 10

/** Looks exact titles up separately: a tier may lack them, and a popular item must not push them down. */
async function exactTitles(db: Db, { titleKeys, filter, ...ranking }: Ranking) {
  if (titleKeys.length === 0) return []
  const { rows } = await sql<{ itemId: number }>`select item_id from item_search
    where title_key = any(${listed(titleKeys, 'text')}) and ${filter} order by popularity desc, item_id desc
    limit ${sql.lit(MOST_TITLED)} ${planOf(ranking)}`.execute(db)
  return rows.map(({ itemId }) => itemId)
}

/** The best matches, without counting them. */
export async function suggestIds(app: Reader, asked: Understood, limit: number) {
  const meaning = await expandWords(app.db, asked.words)
  const { known, items } = meaning
  if (known.length === 0) return []
  const candidates = Math.min(...known.map((word) => word.items))
  const expected = candidates * (known.length > 1 ? 0.3 : 1)
  const everything = { filter: sql`true`, walked: sql`true`, isPlain: true }
  const which = { titleKeys: titleKeysOf(asked, meaning), ...everything, expected, candidates, items, surely: 0 }
  const ranking = { ...which, isTypeBeat: asked.isTypeBeat, offset: 0, limit, lead: limit, uncounted: true }
  return (await ranked(app, matches(meaning), meaning, ranking)).ids
}
