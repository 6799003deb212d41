import { sql, type RawBuilder } from 'kysely'
import { KEYS, type Flag, type Sort } from '#contract/filter-values.ts'
import { LICENSE_TYPES, type LicenseType } from '#contract/license-terms.ts'
import type { ItemKind } from '#server/db/types.ts'
import { cents } from '#server/money.ts'
import { compatibleKeys } from './keys.ts'
import { marked } from './words.ts'

/** The filters of a list, as they were asked for. */
export type ItemFilter = {
  kinds?: ItemKind[] | undefined
  style?: string[] | undefined
  bpmMin?: number | undefined
  bpmMax?: number | undefined
  halfTime?: boolean | undefined
  key?: (typeof KEYS)[number] | undefined
  compatibleKeys?: boolean | undefined
  mood?: string[] | undefined
  tags?: string[] | undefined
  priceMin?: number | undefined
  priceMax?: number | undefined
  license?: LicenseType | undefined
  producer?: number | undefined
  flags?: Flag[] | undefined
  newSince: Date
}
export type Page = { page: number; limit: number }

const ALL_KINDS = 3
const flagColumns: Record<Flag, (since: Date) => RawBuilder<boolean>> = {
  featured: () => sql`(is_featured or is_promoted)`,
  popular: () => sql`is_popular`,
  trending: () => sql`is_trending`,
  new: (since) => sql`published_at > ${since}`,
}

type Part = {
  is: RawBuilder<unknown>
  leaves: number
  /** Words of the index that mean the same. */
  marks?: string[]
  /** Leaves about half of everything: its own index would be a detour beside words, and the planner likes to take it. */
  isWide?: true
}

/**
 * `where` is the condition on item_search; `withWords` is the same, using the index of words as far as possible; `walked`
 * is the part that an order's index has; `leaves` is the rough share of the catalogue that passes.
 */
export function conditionOf(filter: ItemFilter) {
  const parts = partsOf(filter)
  const unmarked = parts.filter((part) => !part.marks)
  const marks = parts.flatMap((part) => (part.marks ? [`(${part.marks.map(marked).join(' | ')})`] : []))
  // in place of the columns, not beside them: the planner would take both for independent conditions
  const inWords = marks.length ? [sql`fts @@ ${marks.join(' & ')}::tsquery`] : []
  return {
    where: all(parts.map(({ is }) => is)),
    withWords: all([...inWords, ...unmarked.map(({ is, isWide }) => (isWide ? sql`(${is}) is true` : is))]),
    walked: filter.kinds?.length === 1 ? kindIs(filter.kinds) : sql`true`,
    leaves: share(parts),
    leavesOfWords: share(parts) / share(unmarked),
  }
}

function partsOf(filter: ItemFilter) {
  const parts: Part[] = []
  const must = (is: RawBuilder<unknown>, leaves: number, more?: Pick<Part, 'marks' | 'isWide'>) =>
    parts.push({ is, leaves, ...more })
  const { kinds, style, key, mood, tags, priceMin, priceMax, license, producer, flags } = filter
  if (kinds?.length && kinds.length < ALL_KINDS) {
    const leaves = kinds.reduce((sum, kind) => sum + (kind === 'beat' ? 0.8 : 0.1), 0)
    must(kindIs(kinds), leaves, kinds.includes('beat') ? {} : { marks: kinds })
  }
  if (style?.length === 1) must(sql`style_id = (select id from style where slug = ${style[0]})`, 0.08, { marks: style })
  else if (style?.length)
    must(sql`style_id in (select id from style where slug = any(${style}))`, 0.08 * style.length, { marks: style })
  const tempo = tempoCondition(filter)
  if (tempo) must(tempo, 0.5)
  if (key) must(keyCondition(key, filter.compatibleKeys), filter.compatibleKeys ? 0.16 : 0.04)
  if (mood?.length) must(sql`tags && ${mood}::text[]`, 0.2)
  if (tags?.length) must(sql`tags @> ${tags.map((tag) => tag.toLowerCase())}::text[]`, 0.05)
  if (priceMin !== undefined) must(sql`price_cents >= ${cents(priceMin)}`, 0.6, { isWide: true })
  if (priceMax !== undefined) must(sql`price_cents <= ${cents(priceMax)}`, 0.6, { isWide: true })
  if (license) must(sql`licenses & ${sql.lit(1 << LICENSE_TYPES.indexOf(license))} <> 0`, 0.5)
  if (producer !== undefined) must(sql`owner_id = ${producer}`, 0.001)
  const flagIs = flags?.map((flag) => flagColumns[flag](filter.newSince))
  if (flagIs?.length) must(sql`(${sql.join(flagIs, sql` or `)})`, 0.05)
  return parts
}

const all = (conditions: RawBuilder<unknown>[]) => (conditions.length ? sql.join(conditions, sql` and `) : sql`true`)
const share = (parts: Part[]) => parts.reduce((share, { leaves }) => share * leaves, 1)

/** Written as a constant, one kind can use the indexes that begin with it. */
const kindIs = (kinds: ItemKind[]) =>
  kinds.length === 1 ? sql`kind = ${sql.lit(kinds[0])}` : sql`kind = any(${kinds}::item_kind[])`

/** Half and double the tempo are the same groove written down in another way. */
function tempoCondition({ bpmMin, bpmMax, halfTime }: ItemFilter) {
  if (bpmMin === undefined && bpmMax === undefined) return null
  const range = (factor: number) =>
    sql`(bpm_high >= ${(bpmMin ?? 0) * factor}::real and bpm_low <= ${(bpmMax ?? 1_000) * factor}::real)`
  return halfTime ? sql`(${sql.join([1, 2, 0.5].map(range), sql` or `)})` : range(1)
}

function keyCondition(key: (typeof KEYS)[number], compatible: boolean | undefined) {
  const number = KEYS.indexOf(key)
  return compatible
    ? sql`key_number = any(${compatibleKeys(number)}::smallint[])`
    : sql`key_number = ${sql.lit(number)}`
}

/** Every order ends in the id, so that pages neither repeat nor lose an item. */
export const orders: Record<Exclude<Sort, 'relevance'> | 'featured', RawBuilder<unknown>> = {
  popular: sql`popularity desc, item_id desc`,
  trending: sql`trend desc, item_id desc`,
  newest: sql`published_at desc, item_id desc`,
  featured: sql`is_promoted desc, published_at desc, item_id desc`,
  'price-up': sql`price_cents, item_id`,
  'price-down': sql`price_cents desc, item_id desc`,
  bpm: sql`bpm_high, item_id`,
}
