import { BPM_HIGHEST, BPM_LOWEST, KEYS } from '#contract/filter-values.ts'

const ENDING = /\.[^./]+$/
const TITLE_LONGEST = 200
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

export const fileNameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)
export const folderOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')))
export const endingOf = (path: string) => (ENDING.exec(fileNameOf(path))?.[0] ?? '').slice(1).toLowerCase()

/**
 * The name of a file without its ending, tempo and key, which stand beside it. Of a track its number goes, too: `01 -
 * Night Bus 140bpm Am.wav` is Night Bus.
 */
export function titleOf(path: string, isTrack: boolean) {
  const name = withoutFacts(fileNameOf(path).replace(ENDING, '').replaceAll('_', ' '))
  const short = isTrack ? name.replace(/^\d{1,2}\s*[-.)\s]\s*(?=\S)/, '') : name
  return short.trim().slice(0, TITLE_LONGEST) || fileNameOf(path).slice(0, TITLE_LONGEST)
}

/** A key counts only beside a tempo, since `A Major Issue` is a title. */
function withoutFacts(name: string) {
  if (bpmOf(name) === null) return name
  const key = keyIn(name)
  const [before, after] = key ? [name.slice(0, key.index), name.slice(key.index + key.length)] : [name, '']
  const bare = [key ? before.replace(TEMPO_BEFORE_KEY, '') : before, after]
    .join(' ')
    .replace(TEMPO_IN_WORDS, ' ')
    .replace(/[([{]\s*[)\]}]/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s.,-]+|[\s.,-]+$/g, '')
  return bare || name
}
const TEMPO_BEFORE_KEY = /(?<!\d)\d{2,3}[\s_-]+$/
const TEMPO_IN_WORDS = /(?<!\d)\d{2,3}[\s_-]?bpm\b|\bbpm[\s_-]?\d{2,3}(?!\d)/gi

/** The tempo that a file name says: `140 BPM`, `bpm140`, or a number before the key, as in `Loop 01 138 D#m`. */
export function bpmOf(path: string) {
  const name = fileNameOf(path)
  const beforeKey = name.slice(0, keyIn(name)?.index ?? 0)
  const found =
    /(?<!\d)(\d{2,3})[\s_-]?bpm/i.exec(name) ??
    /bpm[\s_-]?(\d{2,3})(?!\d)/i.exec(name) ??
    /(?<!\d)(\d{2,3})[\s_-]+$/.exec(beforeKey)
  const bpm = Number(found?.[1])
  return bpm >= BPM_LOWEST && bpm <= BPM_HIGHEST ? bpm : null
}

/** The key that a file name says: `F#m`, `Bb min`, `C major`. A single letter is no key, and neither is `I Am`. */
export function keyOf(path: string): string | null {
  const { note, isMinor } = keyIn(fileNameOf(path)) ?? {}
  if (note === undefined) return null
  const key = `${SHARP_OF[note] ?? note}${isMinor ? 'm' : ''}`
  return KEYS.find((one) => one === key) ?? null
}

const WITH_MODE =
  /(?<![A-Za-z#]|\bI[ _])([A-G])([#b♯♭]?)(?:(m)|[\s_-]?([mM]in(?:or)?)|[\s_-]?([mM]aj(?:or)?))(?![A-Za-z#])/
const SHARP_ALONE = /(?<![A-Za-z#])([A-G])([#♯])(?![A-Za-z#])/

function keyIn(name: string) {
  const found = WITH_MODE.exec(name) ?? SHARP_ALONE.exec(name)
  if (!found) return null
  const [{ length }, letter, mark = '', short, minor] = found
  const note = `${letter}${mark.replace('♯', '#').replace('♭', 'b')}`
  return { index: found.index, length, note, isMinor: Boolean(short ?? minor) }
}
