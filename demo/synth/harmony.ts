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

/** A note of a phrase: its start in sixteenths, its step of the scale, its length in sixteenths, its loudness up to 1. */
export type PhraseNote = { at: number; step: number; length: number; velocity: number }

const RHYTHMS = [
  [0, 3, 6, 8, 11, 14],
  [0, 2, 4, 6, 8, 12],
  [0, 6, 8, 12, 14],
  [0, 3, 6, 10, 12],
  [0, 4, 6, 8, 10, 14],
  [0, 3, 6, 12],
  [0, 6, 10, 14],
]
const CHORD_TONES = [0, 2, 4, 7]

/** A phrase of two bars over the chord on the first step of the scale. */
export function makePhrase(random: Random): PhraseNote[] {
  return [0, 16].flatMap((start) => makeBar(random, start))
}

/** Notes that begin on a beat or are long belong to the chord; others lead from one to the next by a step. */
function makeBar(random: Random, start: number, highest = 7): PhraseNote[] {
  const rhythm = random.pick(RHYTHMS)
  let tone = random.pick([0, 1, 2])
  return rhythm.map((at, index) => {
    const length = (rhythm[index + 1] ?? 16) - at
    const isStrong = at % 4 === 0 || length > 2
    if (index > 0) tone = Math.max(0, Math.min(CHORD_TONES.length - 1, tone + random.pick([-1, -1, 0, 1, 1])))
    const step = Math.min(highest, CHORD_TONES[tone]!) + (isStrong ? 0 : random.pick([-1, 1]))
    const velocity = at === 0 ? 1 : isStrong ? random.between(0.7, 0.95) : random.between(0.45, 0.65)
    return { at: start + at, step, length, velocity }
  })
}

/** Eight bars: a motif, the motif with another end, the motif again, and something else that is higher. */
export function makeMelody(random: Random): PhraseNote[][] {
  const motif = makePhrase(random)
  const varied = [...motif.filter(({ at }) => at < 16), ...makeBar(random, 16)]
  const other = makePhrase(random).map((note) => ({ ...note, step: note.step + (random.chance(0.5) ? 2 : 4) - 2 }))
  return [
    motif,
    varied,
    motif,
    other.map((note) => (note.at % 4 === 0 ? { ...note, step: nearestTone(note.step) } : note)),
  ]
}

const nearestTone = (step: number) =>
  [...CHORD_TONES, 9].reduce((best, tone) => (Math.abs(tone - step) < Math.abs(best - step) ? tone : best))

/** How far a melody moves to follow a chord: to its nearest place, up or down. */
export const shiftFor = (chord: number) => (chord > 3 ? chord - 7 : chord)

/** The three notes of a chord in the order that moves least from those before. */
export function voicing(chord: number, before: readonly number[] | undefined): number[] {
  const triad = [chord, chord + 2, chord + 4]
  const inversions = [-2, -1, 0, 1].map((turn) =>
    triad.map((step, index) => step + 7 * Math.floor((turn + 2 - index) / 3)).sort((a, b) => a - b),
  )
  const near = before ?? [0, 2, 4]
  const distance = (steps: number[]) => steps.reduce((sum, step, index) => sum + Math.abs(step - near[index]!), 0)
  return inversions.reduce((best, steps) => (distance(steps) < distance(best) ? steps : best))
}
