// Keys and single tempos in the words of a search: ‘c sharp minor’, ‘70 bpm’.

const PITCHES = ['c', 'csharp', 'd', 'dsharp', 'e', 'f', 'fsharp', 'g', 'gsharp', 'a', 'asharp', 'b']
/** Pitches in other languages: German names, and the syllables of Romance languages. */
const OTHER_NAMES = new Map(
  Object.entries({
    c: ['do'],
    csharp: ['cis', 'des'],
    d: ['re'],
    dsharp: ['dis', 'es'],
    e: ['mi'],
    f: ['fa'],
    fsharp: ['fis', 'ges'],
    g: ['sol'],
    gsharp: ['gis', 'as'],
    a: ['la'],
    asharp: ['ais'],
    b: ['h', 'si'],
  }).flatMap(([pitch, names]) => names.map((name) => [name, pitch] as const)),
)
const SIGNS: Record<string, number> = {
  sharp: 1,
  diese: 1,
  diesis: 1,
  sostenido: 1,
  sustenido: 1,
  flat: -1,
  bemol: -1,
  bemolle: -1,
}
/** In German, b is the pitch below h. */
const GERMAN = new Set(['moll', 'dur'])
const MINOR = new Set(['minor', 'min', 'm', 'moll', 'mineur', 'menor', 'minore'])
const MAJOR = new Set(['major', 'maj', 'dur', 'majeur', 'mayor', 'maior', 'maggiore'])
/** In letters. The names of pitches in the index are longer. */
const LONGEST_NAME = 3
const ONE_WORD = /^([a-g])(sharp|flat)?(minor|min|major|maj)$/
const SLOWEST = 50
const FASTEST = 240
/** Numbers below are rather half of a tempo than one. */
const HALF_UP_TO = 104

/** The pitch of a name with its sign, as it is written in the index. Undefined for other words. */
function pitchOf(name: string, sign?: string) {
  const at = PITCHES.indexOf(OTHER_NAMES.get(name) ?? name)
  if (at < 0) return undefined
  const by = SIGNS[sign ?? ''] ?? 0
  return PITCHES[(at + by + PITCHES.length) % PITCHES.length]
}

/** The word of a major key in the index. A single letter would be found in every text. */
const majorWord = (pitch: string) => `${pitch}maj`

/** Words of an item in this key (`keyNumber`), beside the key as it is written. */
export function keyWords(number: number | null) {
  if (number === null) return []
  return number & 1 ? ['minor'] : ['major', majorWord(PITCHES[number >> 1]!)]
}

const withMode = (pitch: string | undefined, mode: string | undefined) =>
  pitch === undefined || mode === undefined
    ? undefined
    : MINOR.has(mode)
      ? [`${pitch}m`]
      : MAJOR.has(mode)
        ? [majorWord(pitch)]
        : undefined

/** The key that these words name, as words of the index: ‘c sharp minor’, ‘c sharp’, ‘a min’, ‘aminor’. */
function keyOf(words: string[]): string[] | undefined {
  const [first = '', second = '', third] = words
  if (words.length === 1) {
    const [, letter = '', sign, mode] = ONE_WORD.exec(first) ?? []
    return withMode(pitchOf(letter, sign), mode)
  }
  const isSigned = Object.hasOwn(SIGNS, second)
  if (words.length === 3) return isSigned ? withMode(pitchOf(first, second), third) : undefined
  if (words.length !== 2) return undefined
  if (!isSigned) return withMode(first === 'b' && GERMAN.has(second) ? 'asharp' : pitchOf(first), second)
  const pitch = first.length <= LONGEST_NAME ? pitchOf(first, second) : undefined
  return pitch === undefined ? undefined : [`${pitch}m`, pitch, majorWord(pitch)]
}

export const tempoIn = (word: string | undefined) => (word && /^\d{2,3}$/.test(word) ? Number(word) : undefined)
export const isTempo = (number: number | undefined): number is number =>
  number !== undefined && number >= SLOWEST / 2 && number <= FASTEST
const tempoWord = (tempo: number) => `${tempo}bpm`
/** Half-time and double time are the same groove. */
const tempoWords = (tempo: number) => [
  tempoWord(tempo),
  ...(tempo <= HALF_UP_TO ? [tempoWord(tempo * 2)] : []),
  ...(tempo > HALF_UP_TO && tempo % 2 === 0 ? [tempoWord(tempo / 2)] : []),
]

/** The tempos that these words name: ‘140 bpm’, ‘140bpm’, ‘bpm 140’. */
function tempoOf(words: string[]): string[] | undefined {
  if (words.length === 1) {
    const single = /^(\d{2,3})(?:bpm)?$/.exec(words[0]!)
    const tempo = tempoIn(single?.[1])
    const isNamed = words[0]!.endsWith('bpm')
    return isTempo(tempo) && (isNamed || tempo <= HALF_UP_TO) ? tempoWords(tempo) : undefined
  }
  if (words.length !== 2 || !words.includes('bpm')) return undefined
  const tempo = tempoIn(words.find((word) => word !== 'bpm'))
  return isTempo(tempo) ? tempoWords(tempo) : undefined
}

/** Whether the words name a single tempo. */
export const nameTempo = (words: string[]) =>
  words.some((_, at) => tempoOf(words.slice(at, at + 1)) ?? tempoOf(words.slice(at, at + 2)))

export const LONGEST_SPOKEN = 3
/** Words of the index that mean the same as these words, if they name a key or a tempo. */
export const spokenMeaning = (words: string[]) => keyOf(words) ?? tempoOf(words)
