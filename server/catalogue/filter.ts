import { sql, type RawBuilder } from 'kysely'
import { KEYS, type Flag, type Sort } from '#contract/filter-values.ts'
import { LICENSE_TYPES, type LicenseType } from '#contract/license-terms.ts'
import type { ItemKind } from '#server/db/types.ts'
import { cents } from '#server/money.ts'
import { compatibleKeys } from './keys.ts'
import { marked } from './words.ts'

/** What narrows down a list, as it was asked for. */
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

/**
 * A condition on item_search, the part of it that the index of an order has, the part that the index of the words has,
 * and the part of the catalogue that it may leave, roughly.
 */
export function conditionOf(filter: ItemFilter) {
  const parts: { is: RawBuilder<unknown>; leaves: number }[] = []
  const must = (is: RawBuilder<unknown>, leaves: number) => parts.push({ is, leaves })
  const { kinds, style, key, mood, tags, priceMin, priceMax, license, producer, flags } = filter

  // written as a constant, one kind can use the indexes that begin with it
  const oneKind = kinds?.length === 1 ? sql`kind = ${sql.lit(kinds[0])}` : null
  if (oneKind) must(oneKind, kinds![0] === 'beat' ? 0.8 : 0.1)
  else if (kinds && kinds.length < ALL_KINDS) must(sql`kind = any(${kinds}::item_kind[])`, 0.9)
  if (style?.length === 1) must(sql`style_id = (select id from style where slug = ${style[0]})`, 0.08)
  else if (style?.length) must(sql`style_id in (select id from style where slug = any(${style}))`, 0.08 * style.length)
  const tempo = tempoCondition(filter)
  if (tempo) must(tempo, 0.5)
  if (key) must(keyCondition(key, filter.compatibleKeys), filter.compatibleKeys ? 0.16 : 0.04)
  if (mood?.length) must(sql`tags && ${mood}::text[]`, 0.2)
  if (tags?.length) must(sql`tags @> ${tags.map((tag) => tag.toLowerCase())}::text[]`, 0.05)
  if (priceMin !== undefined) must(sql`price_cents >= ${cents(priceMin)}`, 0.6)
  if (priceMax !== undefined) must(sql`price_cents <= ${cents(priceMax)}`, 0.6)
  if (license) must(sql`licenses & ${sql.lit(1 << LICENSE_TYPES.indexOf(license))} <> 0`, 0.5)
  if (producer !== undefined) must(sql`owner_id = ${producer}`, 0.001)
  if (flags?.length)
    must(
      sql`(${sql.join(
        flags.map((flag) => flagColumns[flag](filter.newSince)),
        sql` or `,
      )})`,
      0.05,
    )
  return {
    where: parts.length ? sql.join(parts.map(({ is }) => is), sql` and `) : sql`true`,
    walked: oneKind ?? sql`true`,
    marks: [kinds?.includes('beat') ? [] : (kinds ?? []), style ?? []]
      .filter((some) => some.length)
      .map((some) => `(${some.map(marked).join(' | ')})`)
      .join(' & '),
    leaves: parts.reduce((share, { leaves }) => share * leaves, 1),
  } // prettier-ignore
}

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
