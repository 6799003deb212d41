import { KEYS } from '#contract/filter-values.ts'

const FLATS: Record<string, string> = { Db: 'C#', Eb: 'D#', Gb: 'F#', Ab: 'G#', Bb: 'A#' }

/** Numbers the keys from C upwards: two for each semitone, major first. Null for other texts. */
export function keyNumber(name: string | null) {
  const sharp = name?.replace(/^[A-G]b/, (flat) => FLATS[flat] ?? flat)
  const number = KEYS.findIndex((key) => key === sharp)
  return number < 0 ? null : number
}

/** The keys that mix well with a key: itself, a fifth up and down, and the relative key. */
export function compatibleKeys(number: number) {
  const pitch = number >> 1
  const mode = number & 1
  const at = (semitones: number, itsMode: number) => ((pitch + semitones + 12) % 12) * 2 + itsMode
  return [number, at(7, mode), at(-7, mode), mode ? at(3, 0) : at(-3, 1)]
}
