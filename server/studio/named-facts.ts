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

/** The name of a file without its ending. Of a track its number goes, too: `01 - Night Bus.wav` is Night Bus. */
export function titleOf(path: string, isTrack: boolean) {
  const name = fileNameOf(path).replace(ENDING, '').replaceAll('_', ' ')
  const short = isTrack ? name.replace(/^\d{1,3}\s*[-.)\s]\s*(?=\S)/, '') : name
  return short.trim().slice(0, TITLE_LONGEST) || fileNameOf(path).slice(0, TITLE_LONGEST)
}

/** The tempo that a file name says: `140 BPM`, `bpm140`. A bare number is no tempo; it may count the files. */
export function bpmOf(path: string) {
  const name = fileNameOf(path)
  const found = /(?<!\d)(\d{2,3})[\s_-]?bpm/i.exec(name) ?? /bpm[\s_-]?(\d{2,3})(?!\d)/i.exec(name)
  const bpm = Number(found?.[1])
  return bpm >= BPM_LOWEST && bpm <= BPM_HIGHEST ? bpm : null
}

/** The key that a file name says: `F#m`, `Bb min`, `C major`. A single letter is no key. */
export function keyOf(path: string): string | null {
  const words = fileNameOf(path).replace(ENDING, '').replaceAll('♯', '#').replaceAll('♭', 'b')
  const said = /(?<![a-z#])([A-G])([#b]?)(?:(m)|[\s_-]?(min(?:or)?)|[\s_-]?(maj(?:or)?))(?![a-z#])/i.exec(words)
  const sharp = /(?<![a-z#])([A-G])#(?![a-z#])/.exec(words)
  const [, letter, mark, ...modes] = said ?? (sharp ? [sharp[0], sharp[1], '#'] : [])
  if (!letter) return null
  const note = `${letter.toUpperCase()}${mark ?? ''}`
  const key = `${SHARP_OF[note] ?? note}${modes[0] || modes[1] ? 'm' : ''}`
  return KEYS.find((one) => one === key) ?? null
}
