import type { Random } from '#server/art/random.ts'
import { NOTE_NAMES } from '#server/media/key.ts'

export type Scale = 'minor' | 'harmonic' | 'phrygian'

const SCALES: Record<Scale, number[]> = {
  minor: [0, 2, 3, 5, 7, 8, 10],
  harmonic: [0, 2, 3, 5, 7, 8, 11],
  phrygian: [0, 1, 3, 5, 7, 8, 10],
}

/** Four chords of two bars each, as steps of the scale. */
export const PROGRESSIONS = [
  [0, 0, 5, 4],
  [0, 5, 2, 6],
  [0, 3, 5, 4],
  [0, 5, 3, 4],
  [0, 0, 3, 4],
  [0, 2, 5, 4],
  [0, 6, 5, 4],
]

/** The number of semitones from the root to a step of the scale. Steps may lie beyond the octave, above and below. */
export function semitones(scale: Scale, step: number) {
  const octave = Math.floor(step / 7)
  return SCALES[scale][step - octave * 7]! + 12 * octave
}

/** The root of a key, from C = 0: 'F#m' gives 6. All of this music is minor. */
export function rootOf(key: string) {
  const root = NOTE_NAMES.findIndex((name) => `${name}m` === key)
  if (root < 0) throw new Error(`${key} is not a minor key.`)
  return root
}

/** The lowest note that an 808 can still play audibly, from E at 41 Hz upwards. */
export const bassNote = (root: number) => 28 + ((root + 8) % 12)

/** A note of a phrase: its start in sixteenths, its step of the scale, its length in sixteenths. */
export type PhraseNote = { at: number; step: number; length: number }

const RHYTHMS = [
  [0, 3, 6, 8, 11, 14],
  [0, 2, 4, 6, 8, 12],
  [0, 6, 8, 12, 14],
  [0, 3, 6, 10, 12],
  [0, 4, 6, 8, 10, 14],
]
const MOVES = [-2, -1, -1, 1, 1, 2, 3]

/** A phrase of two bars. Each bar begins on a note of the chord and moves away from it. */
export function makePhrase(random: Random): PhraseNote[] {
  return [0, 16].flatMap((start) => {
    const rhythm = random.pick(RHYTHMS)
    let step = random.pick([0, 2, 4])
    return rhythm.map((at, index) => {
      if (index > 0) step = Math.max(-3, Math.min(8, step + random.pick(MOVES)))
      return { at: start + at, step, length: (rhythm[index + 1] ?? 16) - at }
    })
  })
}
