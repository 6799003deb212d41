import { Random } from '#server/art/random.ts'
import type { Line } from '#contract/line.ts'
import type { Groove } from './characters.ts'

/** A hit of a hi-hat: its step, which may be a fraction, its loudness, and how many semitones higher it is. */
type HatHit = { at: number; gain: number; pitch: number }

/**
 * A note of an 808. Its `step` counts from the root of the chord. A tied note has no attack: the one before glides to
 * it.
 */
export type BassNote = { at: number; length: number; step: number; isTied: boolean }

/** The hits of drums and bass in one of the bars that repeat. */
export type BarPattern = { kicks: number[]; snares: number[]; ghosts: number[]; hats: HatHit[]; bass: BassNote[] }

export const PATTERN_BARS = 4
const BASS_LINES = 8
const OFF_BEATS = [2, 3, 5, 6, 7, 9, 10, 11, 13, 14]
const STEPS = 16

export function makePatterns(random: Random, line: Line, groove: Groove): BarPattern[] {
  const [first, second, last] = random.sample(bassLines(line, groove), 3)
  const hats = random.chance(0.35) ? groove.hats : random.pick(HATS)
  return [first!, second!, first!, last!].map((starts, bar) => {
    const turn = bar % 2 === 0 ? 0 : 1
    const bass = notesOf(starts, random)
    const struck = bass.filter(({ isTied }) => !isTied).map(({ at }) => at)
    const more = groove.kicks[turn].filter(
      (step) => random.chance(0.4) && struck.every((at) => Math.abs(at - step) > 1),
    )
    const snares = groove.snares[turn]
    return {
      kicks: [...struck, ...more].sort((a, b) => a - b),
      snares,
      ghosts: random.sample(
        [3, 5, 7, 10, 13, 15].filter((step) => !snares.includes(step)),
        random.whole(0, 2),
      ),
      hats: hatsOf(hats, bar, random),
      bass,
    }
  })
}

/** The bass lines of a style, each a list of the steps where notes start. They grow from its kicks. */
function bassLines(line: Line, { kicks }: Groove): number[][] {
  const random = new Random(`bass lines ${line}`)
  return Array.from({ length: BASS_LINES }, (_, index) => {
    const wanted = [
      ...(random.chance(0.8) ? [0] : []),
      ...kicks[index % 2 === 0 ? 0 : 1].filter(() => random.chance(0.55)),
      ...random.sample(OFF_BEATS, random.whole(1, 3)),
    ].sort((a, b) => a - b)
    return wanted.filter((step, at) => at === 0 || step - wanted[at - 1]! > 1)
  })
}

/** Mostly roots; between them fifths, octaves, and the third below. */
const BASS_STEPS = [0, 0, 0, 0, 4, 7, 2, -3]

function notesOf(starts: number[], random: Random): BassNote[] {
  return starts.map((at, index) => {
    const room = (starts[index + 1] ?? STEPS) - at
    const isTied = index > 0 && random.chance(0.2)
    return {
      at,
      length: !isTied && room > 3 && random.chance(0.25) ? room * 0.6 : room,
      step: at === 0 ? 0 : random.pick(BASS_STEPS),
      isTied,
    }
  })
}

const HATS = [
  [0, 3, 6, 8, 11, 14],
  [0, 2, 4, 6, 8, 10, 12, 14],
  [0, 3, 6, 9, 12, 14],
  [0, 2, 3, 6, 8, 10, 11, 14],
  [1, 4, 7, 9, 12, 15],
  [2, 4, 6, 10, 12, 14],
  [0, 4, 6, 8, 12, 13, 14],
  [0, 3, 5, 8, 10, 13],
]
const [STRONG, EVEN, WEAK] = [0.55, 0.36, 0.18] // 10 dB apart
/** Hits within some steps, whose pitch rises by some semitones. */
const ROLLS = [
  { hits: 3, steps: 2, rise: 0 },
  { hits: 3, steps: 4, rise: 3 },
  { hits: 6, steps: 2, rise: 7 },
  { hits: 4, steps: 2, rise: -5 },
  { hits: 8, steps: 4, rise: -7 },
]

/** One hit is left out or added in each bar, and the second and the fourth bar have a roll. */
function hatsOf(base: number[], bar: number, random: Random): HatHit[] {
  const steps = new Set(base)
  const changed = random.whole(1, 15)
  if (!steps.delete(changed)) steps.add(changed)
  const roll = bar % 2 === 1 || random.chance(0.3) ? { ...random.pick(ROLLS), at: random.pick([2, 6, 10, 12]) } : null
  const single = Array.from(steps, (at, index) => ({
    at,
    gain: at % 8 === 0 || index % 3 === 0 ? STRONG : at % 2 === 0 ? EVEN : WEAK,
    pitch: 0,
  }))
  if (!roll) return single
  const rolled = Array.from({ length: roll.hits }, (_, hit) => ({
    at: roll.at + (hit * roll.steps) / roll.hits,
    gain: WEAK + ((STRONG - WEAK) * hit) / roll.hits,
    pitch: (roll.rise * hit) / roll.hits,
  }))
  return [...single.filter(({ at }) => at < roll.at || at >= roll.at + roll.steps), ...rolled]
}
