import { BPM_HIGHEST, BPM_LOWEST, KEYS } from '#contract/filter-values.ts'
import { FANS_OF_MOST, TAG_LONGEST_OF_ITEM, tagsOf, TAGS_MOST_OF_ITEM } from '#contract/shaping.ts'

type Value = string | boolean

export const isTempo = (value: Value | number) => Number(value) >= BPM_LOWEST && Number(value) <= BPM_HIGHEST
const isPrice = (value: string) => /^\d{1,6}([.,]\d{1,2})?$/.test(value)

export const dollarsOf = (value: string) => Number(value.replace(',', '.'))
export const isPriceAboveZero = (value: string) => isPrice(value) && dollarsOf(value) > 0
/** Null for an empty field. */
export const numberOf = (value: string) => (value === '' ? null : Number(value))
/** Null for an empty field. */
export const keyOf = (value: string) => KEYS.find((key) => key === value) ?? null
/** The names of a text with commas between them. */
export const namesOf = (value: string) =>
  value
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)

/** The first tag that would be cut; empty if there is none. */
export const tooLongIn = (tags: string) =>
  namesOf(tags).find((tag) => Array.from(tag).length > TAG_LONGEST_OF_ITEM) ?? ''

/** Tags that would be cut or left out. */
export function tagFault(value: Value) {
  const long = tooLongIn(String(value))
  if (long) return `A tag has up to ${TAG_LONGEST_OF_ITEM} letters. “${long}” has more.`
  const tags = new Set(namesOf(String(value).toLowerCase()))
  return tags.size > TAGS_MOST_OF_ITEM ? `Give at most ${TAGS_MOST_OF_ITEM} tags.` : undefined
}

/** The checks of fields that several forms have: each gives the fault of a value, or undefined. */
export const titled = (fault: string) => (value: Value) => (String(value).trim() ? undefined : fault)
export const tagged = (value: Value) => (tagsOf(String(value)).length > 0 ? undefined : 'Give at least one tag.')
export const described = (value: Value) => (String(value).trim() ? undefined : 'Describe it in a sentence or two.')
export const tempoOrEmpty = (value: Value) => (value === '' || isTempo(value) ? undefined : 'A tempo is 30 to 300.')
export const priced = (value: Value) =>
  isPrice(String(value)) ? undefined : 'Give a price from 0 to 999,999 with at most two decimals.'
export const fewNames = (value: Value) =>
  namesOf(String(value)).length > FANS_OF_MOST ? 'Give at most three names.' : undefined
