import { Random } from '#server/art/random.ts'
import { barOfSection, chordOf, startOf, type Score } from './arrangement.ts'
import { Bus } from './bus.ts'
import { semitones, shiftFor, voicing, type PhraseNote } from './harmony.ts'
import { frequencyOf, type Samples } from './signal.ts'
import { HOME_OCTAVE, playNote, type VoiceName } from './voices.ts'

const VELOCITIES = 4 // as many as are kept of each note

/** Plays notes and keeps them, because phrases repeat. */
function makePlayer(random: Random) {
  const played = new Map<string, Samples>()
  return (voice: VoiceName, midi: number, seconds: number, velocity = 1) => {
    const heard = Math.ceil(velocity * VELOCITIES) / VELOCITIES
    const name = `${voice} ${midi} ${seconds.toFixed(3)} ${heard}`
    const known = played.get(name)
    if (known) return known
    const samples = playNote(voice, frequencyOf(midi), seconds, random, heard)
    played.set(name, samples)
    return samples
  }
}

/** The root in the instrument's octave, moved down if it is high. */
export const homeNote = (voice: VoiceName, root: number) => HOME_OCTAVE[voice] + (root > 7 ? root - 12 : root)

export function playMelody(score: Score): Bus {
  const random = new Random(`melody ${score.recipe.seed}`)
  const play = makePlayer(random)
  const bus = new Bus(score.length)
  const { lead, character, scale, root } = score
  score.sections.forEach((section, bar) => {
    const inBar = ({ at }: PhraseNote) => Math.floor(at / 16) === bar % 2
    const shift = shiftFor(chordOf(score, bar))
    const motif = Math.floor(barOfSection(score, bar) / 2) % 4
    // a verse leaves room for a voice: every other motif, and of it the strong notes
    const isThin = section === 'verse' || section === 'outro'
    if (!(isThin && motif % 2 === 1))
      for (const { at, step, length, velocity } of score.melody[motif]!.filter(inBar)) {
        if (isThin && velocity < 0.7) continue
        const midi = homeNote(lead, root) + semitones(scale, step + shift)
        const sound = play(lead, midi, length * score.stepSeconds * 0.9, velocity)
        const gain = (isThin ? 0.42 : 0.62) * (0.55 + 0.45 * velocity)
        bus.add(startOf(score, bar, at % 16), sound, gain, random.between(-0.4, 0.4))
      }
    if (section === 'hook' && bar % 4 >= 2)
      for (const { at, step, length, velocity } of score.answer.filter(inBar)) {
        const octave = character.answer === lead ? 12 : 0
        const midi = homeNote(character.answer, root) + semitones(scale, step + shift) + octave
        const sound = play(character.answer, midi, length * score.stepSeconds * 0.8, velocity)
        bus.add(startOf(score, bar, at % 16), sound, 0.32, 0.6)
      }
  })
  return bus
}

const PANS = [-0.7, 0.1, 0.7]

export function playPad(score: Score): Bus {
  const play = makePlayer(new Random(`pad ${score.recipe.seed}`))
  const bus = new Bus(score.length)
  const { pad } = score.character
  const octave = HOME_OCTAVE[pad] > 60 ? 12 : 0
  let steps: number[] | undefined
  for (let bar = 0; bar < score.recipe.bars; bar++) {
    steps = voicing(chordOf(score, bar), bar % 8 === 0 ? undefined : steps)
    steps.forEach((step, index) => {
      const midi = homeNote(pad, score.root) - octave + semitones(score.scale, step)
      bus.add(startOf(score, bar), play(pad, midi, 16 * score.stepSeconds * 0.96), 0.19, PANS[index])
    })
  }
  return bus
}
