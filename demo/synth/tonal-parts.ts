import { Random } from '#server/art/random.ts'
import { chordOf, startOf, type Score } from './arrangement.ts'
import { Bus } from './bus.ts'
import { semitones } from './harmony.ts'
import { frequencyOf, type Samples } from './signal.ts'
import { HOME_OCTAVE, playNote, type VoiceName } from './voices.ts'

/** Plays notes and keeps them, because phrases repeat. */
function makePlayer(random: Random) {
  const played = new Map<string, Samples>()
  return (voice: VoiceName, midi: number, seconds: number) => {
    const name = `${voice} ${midi} ${seconds.toFixed(3)}`
    const known = played.get(name)
    if (known) return known
    const samples = playNote(voice, frequencyOf(midi), seconds, random)
    played.set(name, samples)
    return samples
  }
}

/** The root in the instrument's octave, moved down if it is high. */
const homeNote = (voice: VoiceName, root: number) => HOME_OCTAVE[voice] + (root > 7 ? root - 12 : root)

export function playMelody(score: Score): Bus {
  const random = new Random(`melody ${score.recipe.seed}`)
  const play = makePlayer(random)
  const bus = new Bus(score.length)
  const { lead, character, scale, root } = score
  score.sections.forEach((section, bar) => {
    const chord = chordOf(score, bar)
    for (const note of score.phrase.filter(({ at }) => Math.floor(at / 16) === bar % 2)) {
      if (section === 'break' && random.chance(0.25)) continue // a pause
      const step = note.at % 16 === 0 ? chord + (note.step % 3 === 0 ? 0 : 2) : note.step
      const midi = homeNote(lead, root) + semitones(scale, step)
      const sound = play(lead, midi, note.length * score.stepSeconds * 0.9)
      bus.add(startOf(score, bar, note.at % 16), sound, random.between(0.5, 0.62), random.between(-0.25, 0.25))
    }
    const isAnswered = section === 'drop' && bar % 4 >= 2
    for (const note of isAnswered ? score.answer.filter(({ at }) => Math.floor(at / 16) === bar % 2) : []) {
      const midi = homeNote(character.answer, root) + semitones(scale, note.step) + (character.answer === lead ? 12 : 0)
      bus.add(
        startOf(score, bar, note.at % 16),
        play(character.answer, midi, note.length * score.stepSeconds * 0.8),
        0.28,
        0.45,
      )
    }
  })
  return bus
}

const TRIAD = [
  { step: 0, pan: -0.5 },
  { step: 2, pan: 0 },
  { step: 4, pan: 0.5 },
]

export function playPad(score: Score): Bus {
  const play = makePlayer(new Random(`pad ${score.recipe.seed}`))
  const bus = new Bus(score.length)
  const { pad } = score.character
  for (let bar = 0; bar < score.recipe.bars; bar++) {
    for (const { step, pan } of TRIAD) {
      const midi =
        homeNote(pad, score.root) -
        (HOME_OCTAVE[pad] > 60 ? 12 : 0) +
        semitones(score.scale, chordOf(score, bar) + step)
      bus.add(startOf(score, bar), play(pad, midi, 16 * score.stepSeconds * 0.96), 0.25, pan)
    }
  }
  return bus
}
