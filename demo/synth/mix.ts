import type { AudioBlock } from '#server/media/audio.ts'
import { startOf, writeScore, type BeatRecipe, type Score } from './arrangement.ts'
import { addPingPong, addReverb, Bus } from './bus.ts'
import { playBass, playDrums, playEffects } from './rhythm-parts.ts'
import { amplify, peakOf, SAMPLE_RATE } from './signal.ts'
import { playMelody, playPad } from './tonal-parts.ts'

type StemName = 'drums' | 'bass' | 'melody' | 'pad' | 'fx'
export type RenderedBeat = { master: AudioBlock; stems: Record<StemName, AudioBlock> }

const FADE_SECONDS = 1.2
const DUCK_SAMPLES = 5_000
const DUCK_DEPTH = 0.38
const PEAK = 0.94

export function renderBeat(recipe: BeatRecipe): RenderedBeat {
  const score = writeScore(recipe)
  const buses: Record<StemName, Bus> = {
    drums: playDrums(score),
    bass: playBass(score),
    melody: playMelody(score),
    pad: playPad(score),
    fx: playEffects(score),
  }
  addReverb(buses.melody, 0.3, 1.15)
  addPingPong(buses.melody, 3 * score.stepSeconds, 0.36, 0.5)
  addReverb(buses.pad, 0.25, 1.3)
  addReverb(buses.fx, 0.3)
  const duck = duckUnderKicks(score)
  for (const bus of [buses.melody, buses.pad]) bus.shape((i) => duck[i]!)
  for (const bus of Object.values(buses))
    bus.shape((i) => Math.min(1, (score.length - i) / (FADE_SECONDS * SAMPLE_RATE)))
  return {
    master: master(Object.values(buses), score.length),
    stems: withoutClipping({
      drums: stereo(buses.drums),
      bass: mono(buses.bass),
      melody: stereo(buses.melody),
      pad: stereo(buses.pad),
      fx: mono(buses.fx),
    }),
  }
}

/** Makes melody and pad quieter for a tenth of a second at each kick. */
function duckUnderKicks(score: Score) {
  const gain = new Float32Array(score.length).fill(1)
  score.sections.forEach((section, bar) => {
    if (section !== 'drop') return
    for (const step of score.character.groove.kicks[bar % 2 === 0 ? 0 : 1]) {
      const start = startOf(score, bar, step)
      for (let i = 0; i < DUCK_SAMPLES && start + i < gain.length; i++) {
        gain[start + i] = Math.min(gain[start + i]!, 1 - DUCK_DEPTH + (DUCK_DEPTH * i) / DUCK_SAMPLES)
      }
    }
  })
  return gain
}

/** Adds the tracks, limits them softly, and makes them as loud as other music in shops. */
function master(buses: Bus[], length: number): AudioBlock {
  const sides = [0, 1].map((side) => {
    const samples = new Float32Array(length)
    for (const bus of buses) {
      const source = bus.sides[side]!
      for (let i = 0; i < length; i++) samples[i]! += source[i]!
    }
    for (let i = 0; i < length; i++) samples[i] = Math.tanh(samples[i]! * 1.3)
    return samples
  })
  const gain = PEAK / Math.max(...sides.map(peakOf)) // one gain for both sides keeps the stereo image
  return { sampleRate: SAMPLE_RATE, channels: sides.map((side) => amplify(side, gain)) }
}

const stereo = (bus: Bus): AudioBlock => ({ sampleRate: SAMPLE_RATE, channels: [...bus.sides] })

function mono(bus: Bus): AudioBlock {
  return { sampleRate: SAMPLE_RATE, channels: [bus.left.map((sample, i) => (sample + bus.right[i]!) / 2)] }
}

/** Reduces all stems by the same factor, so that together they still make the beat. */
function withoutClipping(stems: Record<StemName, AudioBlock>) {
  const sides = Object.values(stems).flatMap(({ channels }) => channels)
  const gain = Math.min(1, PEAK / Math.max(...sides.map(peakOf)))
  for (const side of sides) amplify(side, gain)
  return stems
}
