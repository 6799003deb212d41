import { Random } from '#server/art/random.ts'
import { chordOf, startOf, type Score } from './arrangement.ts'
import { slide808, type Slide } from './bass.ts'
import { Bus } from './bus.ts'
import type { Percussion } from './characters.ts'
import { clap, cymbal, handDrum, hat, impact, kick, logDrum, rim, riser, shaker, snare } from './drums.ts'
import { bassNote, semitones } from './harmony.ts'
import { frequencyOf, type Samples } from './signal.ts'

function makeKit(score: Score, random: Random) {
  const percussion: Record<Percussion['sound'], Samples> = {
    rim: rim(random, random.between(700, 1_100)),
    shaker: shaker(random),
    'hand-high': handDrum(random.between(310, 360)),
    'hand-low': handDrum(random.between(190, 230), 0.3),
    log: logDrum(frequencyOf(bassNote(score.root) + 12)),
    clap: clap(random),
  }
  return {
    kick: kick(random.between(130, 180)),
    snare: snare(random, random.between(170, 230)),
    crack: snare(random, 250),
    hat: hat(random, 0.045),
    openHat: hat(random, 0.22),
    percussion,
  }
}

export function playDrums(score: Score): Bus {
  const random = new Random(`drums ${score.recipe.seed}`)
  const kit = makeKit(score, random)
  const bus = new Bus(score.length)
  const { groove } = score.character
  score.sections.forEach((section, bar) => {
    if (section === 'intro') return
    const hit = (step: number, samples: Samples, gain: number, pan = 0) =>
      bus.add(startOf(score, bar, step), samples, gain, pan)
    const turn = bar % 2 === 0 ? 0 : 1
    if (section === 'drop') for (const step of groove.kicks[turn]) hit(step, kit.kick, 1)
    for (const step of groove.snares[turn]) {
      hit(step, kit.snare, step === 8 ? 0.95 : 0.8, 0.04)
      hit(step, kit.crack, 0.25, -0.25)
    }
    for (const { sound, steps, gain } of groove.percussion) {
      for (const step of steps)
        hit(step, kit.percussion[sound], gain * random.between(0.8, 1.1), random.between(-0.5, 0.5))
    }
    playHats(groove.hats, bar, random, (step, gain, pan) => hit(step, kit.hat, gain, pan))
    if (turn === 1) hit(4, kit.openHat, 0.24, -0.2)
  })
  return bus
}

/** Hi-hats of drill: groups of three, a triplet now and then, and a roll at the end of every fourth bar. */
function playHats(
  steps: number[],
  bar: number,
  random: Random,
  hit: (step: number, gain: number, pan: number) => void,
) {
  for (const step of steps) hit(step, random.between(0.34, 0.44), 0.18)
  if (random.chance(0.6)) for (let third = 0; third < 3; third++) hit(12 + (third * 4) / 3, 0.28 + third * 0.06, 0.25)
  if (bar % 4 === 3) for (let roll = 0; roll < 6; roll++) hit(14 + roll / 3, 0.18 + roll * 0.04, -0.2 + roll * 0.08)
}

/** Notes of an 808 as [step, length]. The last note of a bar slides. */
const BASS_LINES = [
  [
    [0, 3],
    [3, 7],
    [10, 6],
  ],
  [
    [0, 6],
    [6, 4],
    [10, 6],
  ],
] as const

export function playBass(score: Score): Bus {
  const random = new Random(`bass ${score.recipe.seed}`)
  const bus = new Bus(score.length)
  const lowest = bassNote(score.root)
  score.sections.forEach((section, bar) => {
    if (section !== 'drop') return
    const above = semitones(score.scale, chordOf(score, bar))
    const note = lowest + (above > 7 ? above - 12 : above)
    BASS_LINES[bar % 2]!.forEach(([step, length], index, line) => {
      const seconds = length * score.stepSeconds * 1.02
      const slides =
        index === line.length - 1 && random.chance(score.character.slides) ? slidesFrom(note, seconds, random) : []
      bus.add(startOf(score, bar, step), slide808(seconds, note, slides), 0.74)
    })
  })
  return bus
}

function slidesFrom(note: number, seconds: number, random: Random): Slide[] {
  const away = { at: seconds * 0.5, midi: note + random.pick([12, 7, 5, 12]), glide: 0.11 }
  return random.chance(0.4) ? [away, { at: seconds * 0.8, midi: note, glide: 0.08 }] : [away]
}

/** Plays a riser before a drop and an impact at its start. */
export function playEffects(score: Score): Bus {
  const random = new Random(`effects ${score.recipe.seed}`)
  const bus = new Bus(score.length)
  score.sections.forEach((section, bar) => {
    const next = score.sections[bar + 1]
    const before = score.sections[bar - 1]
    if (next === 'drop' && section !== 'drop') bus.add(startOf(score, bar), riser(random, 16 * score.stepSeconds), 0.3)
    if (section === 'drop' && before !== 'drop') {
      bus.add(startOf(score, bar), cymbal(random), 0.35)
      bus.add(startOf(score, bar), impact(random), 0.3)
    }
  })
  return bus
}
