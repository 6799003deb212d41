// Keys and tempos in the words of a search: ‘c sharp minor’, ‘70 bpm’, ‘140 to 145 bpm’.

const PITCHES = ['c', 'csharp', 'd', 'dsharp', 'e', 'f', 'fsharp', 'g', 'gsharp', 'a', 'asharp', 'b']
const MINOR = new Set(['minor', 'min', 'm', 'moll'])
const MAJOR = new Set(['major', 'maj', 'dur'])
const ONE_WORD = /^([a-g])(sharp|flat)?(minor|min|major|maj)$/
const SLOWEST = 50
const FASTEST = 240
/** Numbers below are rather half of a tempo than one. */
const HALF_UP_TO = 104
const LONGEST_SPAN = 60

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

const numberOf = (word: string | undefined) => (word && /^\d{2,3}$/.test(word) ? Number(word) : undefined)
const isTempo = (number: number | undefined): number is number =>
  number !== undefined && number >= SLOWEST / 2 && number <= FASTEST
const tempoWord = (tempo: number) => `${tempo}bpm`
/** Half-time and double time are the same groove. */
const tempoWords = (tempo: number) => [
  tempoWord(tempo),
  ...(tempo <= HALF_UP_TO ? [tempoWord(tempo * 2)] : []),
  ...(tempo > HALF_UP_TO && tempo % 2 === 0 ? [tempoWord(tempo / 2)] : []),
]
const span = (from: number, to: number) =>
  Array.from({ length: Math.min(to - from, LONGEST_SPAN) + 1 }, (_, index) => tempoWord(from + index))

const BETWEEN = new Set(['to', 'and', 'till'])
const BELOW = new Set(['under', 'below'])
const ABOVE = new Set(['over', 'above'])

/** The tempos that these words name: ‘140 bpm’, ‘bpm 140’, ‘140 145 bpm’, ‘140 to 145 bpm’, ‘over 145 bpm’. */
function tempoOf(words: string[]): string[] | undefined {
  if (words.length === 1) {
    const single = /^(\d{2,3})(?:bpm)?$/.exec(words[0]!)
    const tempo = numberOf(single?.[1])
    const isNamed = words[0]!.endsWith('bpm')
    return isTempo(tempo) && (isNamed || tempo <= HALF_UP_TO) ? tempoWords(tempo) : undefined
  }
  const last = words.at(-1)
  const inside = last === 'bpm' ? words.slice(0, -1) : words[0] === 'bpm' ? words.slice(1) : []
  const [first, second, third] = inside
  if (inside.length === 1) {
    const tempo = numberOf(first)
    return isTempo(tempo) ? tempoWords(tempo) : undefined
  }
  const high = numberOf(inside.at(-1))
  if (!isTempo(high)) return undefined
  if (inside.length === 2 && BELOW.has(first!)) return span(Math.max(SLOWEST, high - LONGEST_SPAN), high - 1)
  if (inside.length === 2 && ABOVE.has(first!)) return span(high + 1, high + LONGEST_SPAN)
  const low = numberOf(first)
  if (!isTempo(low) || low > high) return undefined
  return inside.length === 2 || (inside.length === 3 && third && BETWEEN.has(second!)) ? span(low, high) : undefined
}

export const LONGEST_SPOKEN = 4
/** Words of the index that mean the same as these words, if they name a key or a tempo. */
export const spokenMeaning = (words: string[]) => keyOf(words) ?? tempoOf(words)
