/**
 * Shapes sellers' texts: removes invalid characters and cuts long texts. Forms use it during typing, the server when it
 * receives them. This file imports no zod.
 */

const TITLE_LONGEST = 80
const GENRE_LONGEST = 40
export const TAG_LONGEST_OF_ITEM = 24
export const TAGS_MOST_OF_ITEM = 12
const DESCRIPTION_LONGEST = 5_000
export const FANS_OF_MOST = 3

const cut = (text: string, length: number) => Array.from(text).slice(0, length).join('')
const withoutAngles = (text: string) => text.replace(/[<>]/g, '')

export const shapeTitle = (text: string) => cut(withoutAngles(text), TITLE_LONGEST)
export const shapeDescription = (text: string) => cut(withoutAngles(text), DESCRIPTION_LONGEST)
/** Letters, accents, blanks and ' & / ( ) - */
export const shapeGenre = (text: string) => cut(text.replace(/[^\p{L}\p{M}\s'&/()-]/gu, ''), GENRE_LONGEST)
/** Letters, digits, commas and blanks; what an input for tags may hold while it is typed. */
export const shapeTags = (text: string) => text.replace(/[^\p{L}\p{M}\p{N}, ]/gu, '')

/** The tags of a text with commas between them: each cut to 24 characters, each once whatever its case, twelve at most. */
export function tagsOf(text: string | readonly string[]): string[] {
  const parts = (typeof text === 'string' ? text : text.join(',')).split(',')
  const tags = new Map<string, string>()
  for (const part of parts) {
    const tag = cut(shapeTags(part).replace(/ +/g, ' ').trim(), TAG_LONGEST_OF_ITEM).trim()
    const key = tag.toLowerCase()
    if (tag && !tags.has(key)) tags.set(key, tag)
  }
  return [...tags.values()].slice(0, TAGS_MOST_OF_ITEM)
}
