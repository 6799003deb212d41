import type { FLAGS, KEYS, MOODS, Sort } from '#contract/filter-values.ts'
import type { Kind } from '#contract/item.ts'
import type { LicenseType } from '#contract/license-terms.ts'

/** From and to; null is open. */
export type Span = readonly [from: number | null, to: number | null]
export const ANY: Span = [null, null]

/** What a list screen shows: all of it stands in the address. */
export type ListState = {
  q: string
  /** None means all. */
  kinds: readonly Kind[]
  flag: (typeof FLAGS)[number] | null
  /** Slugs, any of them. */
  styles: readonly string[]
  /** Null: what the screen begins with. */
  bpm: Span | null
  halfTime: boolean
  key: (typeof KEYS)[number] | null
  compatibleKeys: boolean
  moods: readonly (typeof MOODS)[number][]
  tags: readonly string[]
  price: Span
  license: LicenseType | null
  /** Null: relevance with words, else popular. */
  sort: Sort | null
  /** From zero, as the API counts; the address counts from one, as people do. */
  page: number
}

/** What tells the list screens apart. */
export type ListScreen = {
  path: string
  /** How many a page holds. */
  limit: number
  /** `type=beats` where one kind is chosen, `k=BEAT,KIT` where several can be. */
  kindsAs: 'type' | 'k'
  /** What it begins with. */
  kinds: readonly Kind[]
  /** What it begins with, for beats. */
  bpm: Span
  flagAs: 'flags' | 'tab'
  /** Rows, which show their waves. */
  rows?: boolean
  /** The page of one style. */
  style?: string
}

export const startOf = (screen: ListScreen): ListState => ({
  q: '',
  kinds: screen.kinds,
  flag: null,
  styles: [],
  bpm: null,
  halfTime: false,
  key: null,
  compatibleKeys: false,
  moods: [],
  tags: [],
  price: ANY,
  license: null,
  sort: null,
  page: 0,
})

/** The range in force: what a screen begins with is meant for beats. */
export function bpmOf(
  { bpm: standard }: Pick<ListScreen, 'bpm'>,
  { bpm, kinds }: Pick<ListState, 'bpm' | 'kinds'>,
): Span {
  if (bpm) return bpm
  return kinds.length === 0 || kinds.includes('BEAT') ? standard : ANY
}

export const sameSpan = (one: Span, other: Span) => one[0] === other[0] && one[1] === other[1]
export const isAny = (span: Span) => sameSpan(span, ANY)
