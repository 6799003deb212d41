import { sql, type RawBuilder } from 'kysely'
import { KEYS, type Flag, type Sort } from '#contract/filter-values.ts'
import type { Filters } from '#contract/filters.ts'
import { LICENSE_TYPES } from '#contract/license-types.ts'
import type { ItemKind } from '#server/db/types.ts'
import { cents } from '#server/money.ts'
import { compatibleKeys } from './keys.ts'
import type { TempoSpan } from './tempos.ts'
import { marked, wordsAndCompounds } from './words.ts'

/** The contract's filters, and the server's additions. */
export type ItemFilter = Filters & {
  kinds?: ItemKind[] | undefined
  newSince: Date
  /** The tempos that the words of a search ask for, beside those of a filter. */
  spoken?: TempoSpan
  /** Without the items that lead the profile of `producer`. */
  unpinned?: boolean
  /** Featured ones are the house's picks alone, without those that are promoted. */
  picks?: boolean
  /** Of the people whom this account follows. */
  followedBy?: number
}
export type Page = { page: number; limit: number }

const ALL_KINDS = 3
/** A kit for more tempos than these is for any. */
export const MOST_TEMPOS = 40
const flagColumns: Record<Flag, (since: Date) => RawBuilder<boolean>> = {
  featured: () => sql`(is_featured or is_promoted)`,
  popular: () => sql`is_popular`,
  trending: () => sql`is_trending`,
  new: (since) => sql`published_at > ${since}`,
}

type Part = {
  is: RawBuilder<unknown>
  leaves: number
  /** Words in the index with the same meaning. */
  marks?: string[]
  /** A query for words that each passing item has. It narrows the search; others have the words, too, so `is` decides. */
  words?: string
  /**
   * About half of all items pass. Next to words an index of its own would be a detour that the planner likes to take.
   */
  isWide?: true
  /** The planner can't tell from the values how many items pass. */
  isPlain?: true
}

/**
 * `where` is the condition on item_search. `withWords` is the same condition, but uses the index of words where
 * possible. `walked` is the part that an order's index contains. `leaves` estimates the share of items that pass. Of plain
 * conditions one plan serves all values.
 */
export function conditionOf(filter: ItemFilter) {
  const parts = partsOf(filter)
  const unmarked = parts.filter((part) => !part.marks)
  // replaces the conditions on columns: with both, the planner would guess too few rows
  const marks = parts.flatMap((part) => (part.marks ? [`(${part.marks.map(marked).join(' | ')})`] : []))
  const asked = [...marks, ...parts.flatMap((part) => part.words ?? [])]
  const inWords = asked.length ? [sql`fts @@ ${asked.join(' & ')}::tsquery`] : []
  return {
    where: all(parts.map(({ is }) => is)),
    withWords: all([
      ...inWords,
      ...unmarked.map(({ is, isWide, words }) => (isWide || words ? sql`(${is}) is true` : is)),
    ]),
    walked: filter.kinds?.length === 1 ? kindIs(filter.kinds) : sql`true`,
    leaves: share(parts),
    leavesOfWords: share(parts) / share(unmarked.filter((part) => !part.words)),
    isPlain: parts.every(({ isPlain }) => isPlain),
  }
}

type PartOf<Value> = (value: Value, filter: ItemFilter) => Part | null

/** Belongs to another filter, whose condition covers both. */
const withAnother = () => null

/** One condition for each filter of the contract. A missing one does not compile. */
const conditions: { [Name in keyof Filters]-?: PartOf<NonNullable<Filters[Name]>> } = {
  style: (slugs) =>
    slugs.length === 1
      ? {
          is: sql`style_id = (select id from style where slug = ${slugs[0]})`,
          leaves: 0.08,
          marks: slugs,
          isPlain: true,
        }
      : {
          is: sql`style_id in (select id from style where slug = any(${slugs}))`,
          leaves: 0.08 * slugs.length,
          marks: slugs,
        },
  bpmMin: (_, filter) => ({ is: tempoCondition(filter), leaves: 0.5 }),
  bpmMax: (_, filter) => (filter.bpmMin === undefined ? { is: tempoCondition(filter), leaves: 0.5 } : null),
  halfTime: withAnother,
  key: (key, { compatibleKeys }) => ({ is: keyCondition(key, compatibleKeys), leaves: compatibleKeys ? 0.16 : 0.04 }),
  compatibleKeys: withAnother,
  mood: (moods) => ({ is: sql`tags && ${moods}::text[]`, leaves: 0.2, ...withWordsOf(moods, ' | ') }),
  tags: (tags) => ({
    is: sql`tags @> ${tags.map((tag) => tag.toLowerCase())}::text[]`,
    leaves: 0.05,
    ...withWordsOf(tags, ' & '),
  }),
  priceMin: (dollars) => ({ is: sql`price_cents >= ${cents(dollars)}`, leaves: 0.6, isWide: true }),
  priceMax: (dollars) => ({ is: sql`price_cents <= ${cents(dollars)}`, leaves: 0.6, isWide: true }),
  license: (type) => ({ is: sql`licenses & ${sql.lit(1 << LICENSE_TYPES.indexOf(type))} <> 0`, leaves: 0.5 }),
  producer: (id) => ({ is: sql`owner_id = (select ${id}::bigint)`, leaves: 0.001, isPlain: true }),
  flags: (flags, { newSince, picks }) => ({
    is: sql`(${sql.join(
      flags.map((flag) => (flag === 'featured' && picks ? sql`is_featured` : flagColumns[flag](newSince))),
      sql` or `,
    )})`,
    leaves: 0.05,
    ...(flags.length === 1 && { isPlain: true }),
  }),
}

/** The words of tags stand in the index. A tag without a word says nothing there. */
function withWordsOf(tags: readonly string[], among: ' | ' | ' & ') {
  const each = tags.map((tag) => wordsAndCompounds(tag).map((word) => `'${word}'`))
  return each.every(({ length }) => length > 0)
    ? { words: `(${each.map((words) => `(${words.join(' & ')})`).join(among)})` }
    : {}
}

function partsOf(filter: ItemFilter) {
  const parts: Part[] = []
  const { kinds } = filter
  if (kinds?.length && kinds.length < ALL_KINDS) {
    const leaves = kinds.reduce((sum, kind) => sum + (kind === 'beat' ? 0.8 : 0.1), 0)
    const marks = !kinds.includes('beat') && { marks: kinds }
    parts.push({ is: kindIs(kinds), leaves, ...marks, ...(kinds.length === 1 && { isPlain: true }) })
  }
  if (filter.followedBy) parts.push({ is: followedBy(filter.followedBy), leaves: 0.02 })
  if (filter.unpinned && filter.producer) parts.push({ is: unpinned(filter.producer), leaves: 1, isPlain: true })
  if (filter.spoken) parts.push({ is: spokenTempo(filter.spoken), leaves: 0.2, isWide: true })
  for (const name of Object.keys(conditions) as (keyof Filters)[]) {
    const value = filter[name]
    if (value === undefined || (Array.isArray(value) && value.length === 0)) continue
    const part = (conditions[name] as PartOf<typeof value>)(value, filter)
    if (part) parts.push(part)
  }
  return parts
}

const all = (conditions: RawBuilder<unknown>[]) => (conditions.length ? sql.join(conditions, sql` and `) : sql`true`)
const share = (parts: Part[]) => parts.reduce((share, { leaves }) => share * leaves, 1)

/** A single kind is written as a constant, so that indexes that begin with the kind can be used. */
const kindIs = (kinds: ItemKind[]) =>
  kinds.length === 1 ? sql`kind = ${sql.lit(kinds[0])}` : sql`kind = any(${kinds}::item_kind[])`

/** Half and double the tempo are the same groove, written in another way. */
function tempoCondition({ bpmMin, bpmMax, halfTime }: ItemFilter) {
  // compared as whole numbers: with fractions the planner would know nothing of the columns, nor use their index
  const range = (factor: number) =>
    sql`(bpm_high >= ${Math.ceil((bpmMin ?? 0) * factor)}::int and bpm_low <= ${Math.floor((bpmMax ?? 1_000) * factor)}::int)`
  return halfTime ? sql`(${sql.join([1, 2, 0.5].map(range), sql` or `)})` : range(1)
}

const unpinned = (id: number) =>
  sql`item_id <> all(array(select item_id from item_pin where account_id = (select ${id}::bigint)))`

const followedBy = (id: number) => sql`owner_id in (select followee_id from follow where follower_id = ${id})`

/** An item for any tempo (0 to 999), or for very many, has none that somebody could ask for. */
const spokenTempo = ({ from, to }: TempoSpan) =>
  sql`(bpm_high - bpm_low <= ${sql.lit(MOST_TEMPOS)} and bpm_high >= ${from} and bpm_low <= ${to})`

function keyCondition(key: (typeof KEYS)[number], compatible: boolean | undefined) {
  const number = KEYS.indexOf(key)
  return compatible
    ? sql`key_number = any(${compatibleKeys(number)}::smallint[])`
    : sql`key_number = ${sql.lit(number)}`
}

/** Every order ends with the id, so that pages neither repeat nor lose an item. */
export const orders: Record<Exclude<Sort, 'relevance'> | 'featured', RawBuilder<unknown>> = {
  popular: sql`popularity desc, item_id desc`,
  trending: sql`trend desc, item_id desc`,
  newest: sql`published_at desc, item_id desc`,
  featured: sql`is_promoted desc, published_at desc, item_id desc`,
  'price-up': sql`price_cents, item_id`,
  'price-down': sql`price_cents desc, item_id desc`,
  bpm: sql`bpm_high, item_id`,
}
