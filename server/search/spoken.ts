// Keys and single tempos in the words of a search: ‘c sharp minor’, ‘70 bpm’.

const PITCHES = ['c', 'csharp', 'd', 'dsharp', 'e', 'f', 'fsharp', 'g', 'gsharp', 'a', 'asharp', 'b']
const MINOR = new Set(['minor', 'min', 'm', 'moll'])
const MAJOR = new Set(['major', 'maj', 'dur'])
const ONE_WORD = /^([a-g])(sharp|flat)?(minor|min|major|maj)$/
const SLOWEST = 50
const FASTEST = 240
/** Numbers below are rather half of a tempo than one. */
const HALF_UP_TO = 104

/** The pitch of a letter with its sign, as it is written in the index. Undefined for other words. */
function pitchOf(letter: string, sign?: string) {
  const at = PITCHES.indexOf(letter)
  if (at < 0) return undefined
  const by = sign === 'sharp' ? 1 : sign === 'flat' ? -1 : 0
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
  const isSigned = second === 'sharp' || second === 'flat'
  if (words.length === 3) return isSigned ? withMode(pitchOf(first, second), third) : undefined
  if (words.length !== 2) return undefined
  if (!isSigned) return withMode(pitchOf(first), second)
  const pitch = first.length === 1 ? pitchOf(first, second) : undefined
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

export const LONGEST_SPOKEN = 3
/** Words of the index that mean the same as these words, if they name a key or a tempo. */
export const spokenMeaning = (words: string[]) => keyOf(words) ?? tempoOf(words)
