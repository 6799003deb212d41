/** Reads tempo and key in the names of sound files, and takes them out. This file imports no zod. */
import { BPM_HIGHEST, BPM_LOWEST, KEYS } from './filter-values.ts'

const SHARP_OF: Record<string, string> = {
  Cb: 'B',
  Db: 'C#',
  Eb: 'D#',
  Fb: 'E',
  Gb: 'F#',
  Ab: 'G#',
  Bb: 'A#',
  'B#': 'C',
  'E#': 'F',
}

const TEMPO_IN_WORDS = /(?<!\d)(\d{2,3})[ .-]?bpm|\bbpm[ .-]*(\d{2,3})(?!\d)/i
/** A number alone may be a tempo if it is a usual one. */
const TEMPO = new RegExp(String.raw`${TEMPO_IN_WORDS.source}|\b(?:[89]\d|1\d\d|200)\b`, 'gi')

/** `F#m`, `f♯ minor`, `Bb min`, `C major`; and letters that may be a key: `Am`, `A Major`, `B`. */
const KEY =
  /(?<![\w♯♭#])(?<letter>[A-G]|[a-g](?=[#♯]))(?<mark>[#♯♭b]?)(?:[ -]?(?<word>[Mm]in(?:or)?|[Mm]aj(?:or)?|MIN(?:OR)?|MAJ(?:OR)?)|(?<m>m))?(?![A-Za-z♯♭#])/g

type Key = { index: number; text: string; letter: string; mark: string; mode: string }

/** The keys in a name, and letters that may be a key. */
const keysIn = (name: string) =>
  [...name.matchAll(KEY)]
    .map(({ index, 0: text, groups: { letter, mark, word, m } = {} }): Key => ({
      index,
      text,
      letter: letter!.toUpperCase(),
      mark: mark!.replace('♯', '#').replace('♭', 'b'),
      mode: word ?? m ?? '',
    }))
    .filter(({ index, text }) => text !== 'Am' || !name.slice(0, index).endsWith('I '))

function keyIn(name: string) {
  const keys = keysIn(name)
  return keys.find(({ mode }) => mode) ?? keys.find(({ mark }) => mark)
}

/** The tempo that a name says: `140 BPM`, `bpm140`, or a number before the key, as in `Loop 01 138 D#m`. */
export function bpmOf(name: string) {
  const text = spaced(name)
  const [, before, after] = TEMPO_IN_WORDS.exec(text) ?? []
  const bpm = Number(before ?? after ?? /(?<!\d)(\d{2,3})[ -]+$/.exec(text.slice(0, keyIn(text)?.index ?? 0))?.[1])
  return bpm >= BPM_LOWEST && bpm <= BPM_HIGHEST ? bpm : null
}

/** The key that a name says: `F#m`, `Bb min`, `C major`. A single letter is no key, and neither is `I Am`. */
export function keyOf(name: string): string | null {
  const { letter, mark, mode } = keyIn(spaced(name)) ?? {}
  if (letter === undefined) return null
  const note = `${letter}${mark}`
  const key = `${SHARP_OF[note] ?? note}${/^m(?!aj)/i.test(mode!) ? 'm' : ''}`
  return KEYS.find((one) => one === key) ?? null
}

/** A name less its tempo and key. A name that says nothing else stays. */
export function withoutFacts(name: string) {
  const text = spaced(name)
  let bare = text
  for (const key of keysIn(text).toReversed())
    if (isSure(key) || isBesideTempo(text, key))
      bare = `${bare.slice(0, key.index)} ${bare.slice(key.index + key.text.length)}`
  return tidied(bare.replace(TEMPO, ' ')) || tidied(text)
}

/** `Am` and `A Major` may be words of a title. */
const isSure = ({ letter, mark, mode }: Key) => mark !== '' || (letter === 'A' ? /^m[ai]/.test(mode) : mode !== '')

/** A single letter must touch its tempo, and a single A follow it. */
function isBesideTempo(name: string, { index, text, mode }: Key) {
  const gap = mode ? '[ ,-]+' : ' '
  const follows = new RegExp(`(?:${TEMPO.source})${gap}$`, 'i').test(name.slice(0, index))
  const precedes = new RegExp(`^${gap}(?:${TEMPO.source})`, 'i').test(name.slice(index + text.length))
  return follows || (precedes && text !== 'A')
}

const spaced = (name: string) => name.replaceAll('_', ' ')

/** Without empty brackets, doubled blanks and dashes at the ends. */
export const tidied = (name: string) =>
  name
    .replace(/[([{]\s*[)\]}]/g, ' ')
    .replace(/\s+(?:-\s+)+/g, ' - ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s.,&+-]+|[\s.,&+-]+$/g, '')

const TITLE_LONGEST = 200

/**
 * The name of a file without its ending, tempo and key, which stand beside it. Of a track its number goes, too: `01 -
 * Night Bus 140bpm Am.wav` is Night Bus. A name without a tempo stays whole, since `Kick 120` and `Chords F#m` are
 * titles.
 */
export function titleOf(path: string, isTrack: boolean) {
  const fileName = path.slice(path.lastIndexOf('/') + 1)
  const name = fileName.replace(/\.[^./]+$/, '').replaceAll('_', ' ')
  const bare = bpmOf(name) === null ? name : withoutFacts(name)
  const short = isTrack ? bare.replace(/^\d{1,2}\s*[-.)\s]\s*(?=\S)/, '') : bare
  return short.trim().slice(0, TITLE_LONGEST) || fileName.slice(0, TITLE_LONGEST)
}
