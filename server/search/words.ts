// Splits stored texts and searches into words in the same way, on any database.

import { KIT_TYPES } from '#contract/kit-types.ts'

const LETTERS: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', ł: 'l', ı: 'i', þ: 'th' }
const MARKS = /\p{M}/gu
const APOSTROPHES = /['’‘`´]/g
const SHARP_KEY = /(?<![\p{L}\p{N}])([a-g])[#♯](?: ?(m|min|minor))?(?![\p{L}\p{N}])/gu
/** The letter b is a flat sign only in minor keys: ab, db and eb begin other words. */
const FLAT_KEY = /(?<![\p{L}\p{N}])([abdeg])(?:♭(?: ?(m|min|minor))?|b ?(m|min|minor))(?![\p{L}\p{N}])/gu
/** In the syllables of Romance languages. */
const SHARP_SYLLABLE = /(?<![\p{L}\p{N}])(do|re|fa|sol|la)[#♯](?![\p{L}\p{N}])/gu
const BELOW: Record<string, string> = { a: 'g', b: 'a', d: 'c', e: 'd', g: 'f' }
const WORD = /[\p{L}\p{N}]+/gu
const LONGEST = 40

const sharp = (letter: string, minor: string | undefined) => `${letter}sharp${minor ? 'm' : ''}`

/** Lower case without accents. A key such as F♯m becomes one word, in any spelling. */
export const plainText = (text: string) =>
  text
    .normalize('NFKD')
    .replace(MARKS, '')
    .toLowerCase()
    .replace(/ß|æ|œ|ø|đ|ð|ł|ı|þ/g, (letter) => LETTERS[letter]!)
    .replace(APOSTROPHES, '')
    .replace(SHARP_SYLLABLE, '$1 sharp')
    .replace(SHARP_KEY, (_, letter: string, minor?: string) => sharp(letter, minor))
    .replace(FLAT_KEY, (_, letter: string, ...minor: (string | undefined)[]) =>
      sharp(BELOW[letter]!, minor[0] ?? minor[1]),
    )

export const wordsOf = (text: string) => (plainText(text).match(WORD) ?? []).map((word) => word.slice(0, LONGEST))

/** The words of a text, and each compound as one word too: vocal-chop gives vocal, chop and vocalchop. */
export const wordsAndCompounds = (text: string) =>
  text.split(/\s+/).flatMap((chunk) => {
    const words = wordsOf(chunk)
    return words.length > 1 ? [...words, words.join('').slice(0, LONGEST)] : words
  })

/** The words that a name is made of: cold and harbour in ColdHarbour. */
export const partsOfName = (name: string) => wordsOf(name.replace(/(?<=[a-z])(?=[A-Z])/g, ' '))

/** The same word in the other number: horns, horn. A word of two letters has none. */
export function formsOf(word: string): string[] {
  if (word.length < 3) return []
  if (/[^aeiou]ies$/.test(word)) return [`${word.slice(0, -3)}y`]
  if (/(?:s|x|z|ch|sh)es$/.test(word)) return [word.slice(0, -2), word.slice(0, -1)]
  if (word.endsWith('s')) return word.endsWith('ss') ? [] : [word.slice(0, -1)]
  return /[^aeiou]y$/.test(word) ? [`${word.slice(0, -1)}ies`] : [`${word}s`]
}

/** Each kind is found by these words. */
export const KIND_WORDS = { beat: ['beat', 'beats'], pack: ['pack', 'packs'], kit: ['kit', 'kits'] }

/** A drum kit is also found as drumkit and drumkits. */
export const kitTypeWords = (type: string) => {
  const one = wordsOf(type).join('')
  return [one, `${one.replace(/s$/, '')}s`]
}
export const KIT_TYPE_WORDS = new Set(KIT_TYPES.flatMap(kitTypeWords))

/** Marks words that an item has in its description alone. No real word begins with this sign or the next ones. */
export const SAID = '~'
/** Marks words that are a part of its producer’s name alone. */
export const NAMED = '^'

/** Marks kinds and styles among the words of an item. */
export const MARK = '='
export const marked = (value: string) => `'${MARK}${value}'`
