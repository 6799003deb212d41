import type { Flag, Sort } from '#contract/filter-values.ts'
import type { Span } from './span.ts'

export const flagNames: Record<Flag, string> = {
  featured: 'Featured',
  trending: 'Trending',
  popular: 'Popular',
  new: 'New',
}
export const sortNames: Record<Sort, string> = {
  relevance: 'Best match',
  popular: 'Popular',
  trending: 'Trending',
  newest: 'Newest',
  'price-up': 'Price, low to high',
  'price-down': 'Price, high to low',
  bpm: 'BPM',
}

export const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** 120–160, from 145, up to 130. */
export function spanName([from, to]: Span, unit: (value: number) => string) {
  if (from !== null && to !== null) return `${unit(from)}–${unit(to)}`
  if (from !== null) return `from ${unit(from)}`
  return to === null ? 'any' : `up to ${unit(to)}`
}

export const dollars = (value: number) => `$${value}`

/** Counts end at a thousand, and so do these words. */
export const manyItems = (count: number, capped: boolean | undefined, one: string, many = `${one}s`) =>
  `${count.toLocaleString('en-US')}${capped ? '+' : ''} ${count === 1 && !capped ? one : many}`
