/** From and to; null means no limit. */
export type Span = readonly [from: number | null, to: number | null]
export const ANY: Span = [null, null]

export const sameSpan = (one: Span, other: Span) => one[0] === other[0] && one[1] === other[1]
export const isAny = (span: Span) => sameSpan(span, ANY)

/** A range that ends before it begins counts as no range. */
export const spanFrom = (from: number | null, to: number | null): Span =>
  from !== null && to !== null && from > to ? ANY : [from, to]
