import { Random } from '#server/art/random.ts'
import { BREAK, breakAt, chordOf, isFull, kicksOf, patternOf, startOf, type Score } from './arrangement.ts'
import { slide808, type Slide } from './bass.ts'
import { Bus } from './bus.ts'
import { inRoom } from './space.ts'
import type { Percussion } from './characters.ts'
import { clap, handDrum, hat, kick, logDrum, pitchedHats, rim, shaker, snare } from './drums.ts'
import { bassNote, semitones } from './harmony.ts'
import type { BassNote } from './patterns.ts'
import { frequencyOf, SAMPLE_RATE, type Samples } from './signal.ts'

const ROUNDS = 4 // no two hits in a row are the same sound
const GHOST = 0.16

function makeKit(score: Score, random: Random) {
  const percussion: Record<Percussion['sound'], Samples> = {
    rim: rim(random, random.between(700, 1_100)),
    shaker: shaker(random),
    'hand-high': handDrum(random.between(310, 360)),
    'hand-low': handDrum(random.between(190, 230), 0.3),
    log: logDrum(frequencyOf(bassNote(score.root) + 12)),
    clap: clap(random),
  }
  const tone = random.between(170, 230)
  const rounds = <Sound>(make: () => Sound) => Array.from({ length: ROUNDS }, make)
  return {
    kick: kick(random.between(130, 180)),
    snares: rounds(() => inRoom(snare(random, tone * random.between(0.98, 1.02)), 0.3)),
    ghost: inRoom(snare(random, tone * 1.2), 0.3),
    hats: rounds(() => pitchedHats(hat(random, random.between(0.042, 0.05)))),
    openHat: inRoom(hat(random, 0.22), 0.15),
    percussion: Object.fromEntries(
      Object.entries(percussion).map(([name, sound]) => [name, inRoom(sound, 0.25)]),
    ) as Record<Percussion['sound'], ReturnType<typeof inRoom>>,
  }
}

export function playDrums(score: Score): Bus {
  const random = new Random(`drums ${score.recipe.seed}`)
  const kit = makeKit(score, random)
  const bus = new Bus(score.length)
  const { percussion } = score.character.groove
  const lateness = random.between(0.004, 0.008) // of snares, in seconds
  score.sections.forEach((section, bar) => {
    if (section === 'intro') return
    const pattern = patternOf(score, bar)
    const at = (step: number, seconds = 0) => Math.max(0, startOf(score, bar, step) + Math.round(seconds * SAMPLE_RATE))
    for (const step of kicksOf(score, bar)) bus.add(at(step), kit.kick, random.between(0.92, 1))
    const end = breakAt(score, bar) === BREAK ? BREAK : 16
    const isPlayed = (step: number) => step < end
    for (const step of pattern.snares.filter(isPlayed))
      bus.addStereo(at(step, lateness), random.pick(kit.snares), random.between(0.88, 0.96))
    for (const step of pattern.ghosts.filter(isPlayed))
      bus.addStereo(at(step, lateness), kit.ghost, GHOST * random.between(0.7, 1.3), random.between(-0.3, 0.3))
    if (section !== 'bridge')
      for (const { sound, steps, gain } of percussion)
        for (const step of steps.filter(isPlayed))
          bus.addStereo(at(step), kit.percussion[sound], gain * random.between(0.6, 1.1), random.between(-0.6, 0.6))
    for (const { at: step, gain, pitch } of pattern.hats.filter(({ at: step }) => isPlayed(step)))
      bus.add(at(step, random.between(-0.003, 0.003)), random.pick(kit.hats)(pitch), gain, random.between(0.1, 0.4))
    if (bar % 2 === 1) bus.addStereo(at(4), kit.openHat, 0.26, -0.35)
    if (end === BREAK && section !== 'outro')
      playFill(random, (step, gain) => bus.addStereo(at(step), random.pick(kit.snares), gain))
  })
  return bus
}

/** Snares that get louder, at the end of a part. */
function playFill(random: Random, hit: (step: number, gain: number) => void) {
  const steps = random.pick([
    [13, 14, 15],
    [12, 13.333, 14.667],
    [14, 14.5, 15, 15.5],
  ])
  steps.forEach((step, index) => hit(step, 0.25 + (0.4 * index) / steps.length))
}

export function playBass(score: Score): Bus {
  const random = new Random(`bass ${score.recipe.seed}`)
  const bus = new Bus(score.length)
  const played = new Map<string, Samples>()
  score.sections.forEach((_, bar) => {
    if (!isFull(score, bar)) return
    for (const { at, seconds, midi, slides } of phraseOf(score, bar, random)) {
      const name = `${midi} ${seconds.toFixed(3)} ${JSON.stringify(slides)}`
      const sound = played.get(name) ?? slide808(seconds, midi, slides)
      played.set(name, sound)
      bus.add(startOf(score, bar, at), sound, 0.95)
    }
  })
  return bus
}

type Sounding = { at: number; seconds: number; midi: number; slides: Slide[] }

/** The notes of a bar. A tied note is a slide of the one before. */
function phraseOf(score: Score, bar: number, random: Random): Sounding[] {
  const end = breakAt(score, bar)
  const notes = patternOf(score, bar).bass.filter(({ at }) => at < end)
  const sounding: Sounding[] = []
  for (const note of notes) {
    const midi = midiOf(score, bar, note)
    const seconds = Math.min(note.length, end - note.at) * score.stepSeconds * 1.02
    const before = sounding.at(-1)
    if (note.isTied && before) {
      const from = (note.at - before.at) * score.stepSeconds
      before.slides.push({ at: from, midi, glide: 0.07 })
      before.seconds = from + seconds
    } else sounding.push({ at: note.at, seconds, midi, slides: [] })
  }
  const last = sounding.at(-1)
  if (last && last.slides.length === 0 && random.chance(score.character.slides)) slide(last, random)
  return sounding
}

/** Between E at 41 Hz and the octave above, where small notes of an 808 are still heard. */
function midiOf(score: Score, bar: number, { step }: BassNote) {
  const lowest = bassNote(score.root)
  const midi = lowest + semitones(score.scale, chordOf(score, bar) + step)
  return midi > lowest + 14 ? midi - 12 : midi < 28 ? midi + 12 : midi
}

/** Lets a note slide: up, up and back, or from above down to itself. */
function slide(note: Sounding, random: Random) {
  const { seconds, midi } = note
  const away = midi + random.pick([12, 7, 5, 12])
  const way = random.pick(['up', 'back', 'down', 'down'])
  if (way === 'down') {
    note.midi = away
    note.slides.push({ at: seconds * 0.3, midi, glide: 0.13 })
    return
  }
  note.slides.push({ at: seconds * 0.5, midi: away, glide: 0.11 })
  if (way === 'back') note.slides.push({ at: seconds * 0.8, midi, glide: 0.08 })
}
