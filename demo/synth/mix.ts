import type { AudioBlock } from '#server/media/audio.ts'
import { kicksOf, startOf, writeScore, type BeatRecipe, type Score } from './arrangement.ts'
import { Bus } from './bus.ts'
import { playEffects } from './effects.ts'
import { clipDrums, master } from './mastering.ts'
import { playBass, playDrums } from './rhythm-parts.ts'
import { amplify, peakOf, SAMPLE_RATE, samplesIn } from './signal.ts'
import { addChorus, addPingPong, addReverb } from './space.ts'
import { playMelody, playPad } from './tonal-parts.ts'

type StemName = 'drums' | 'bass' | 'melody' | 'pad' | 'fx'
export type RenderedBeat = { master: AudioBlock; stems: Record<StemName, AudioBlock> }

const FADE_SECONDS = 1.2
/** How much quieter something is under a kick, and for how many seconds. */
const MELODY_DUCK = { depth: 0.38, seconds: 0.113 }
const BASS_DUCK = { depth: 0.44, seconds: 0.07 }
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
  clipDrums(buses.drums)
  addChorus(buses.melody, 0.22)
  addReverb(buses.melody, 0.35, 1.9)
  addPingPong(buses.melody, 3 * score.stepSeconds, 0.36, 0.5)
  addChorus(buses.pad, 0.4)
  addReverb(buses.pad, 0.25, 2.4)
  const duck = duckUnderKicks(score, MELODY_DUCK)
  for (const bus of [buses.melody, buses.pad]) bus.shape((i) => duck[i]!)
  const bassDuck = duckUnderKicks(score, BASS_DUCK)
  buses.bass.shape((i) => bassDuck[i]!)
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

/** The gain that makes something quieter for a moment at each kick. */
function duckUnderKicks(score: Score, { depth, seconds }: typeof BASS_DUCK) {
  const gain = new Float32Array(score.length).fill(1)
  const length = samplesIn(seconds)
  score.sections.forEach((_, bar) => {
    for (const step of kicksOf(score, bar)) {
      const start = startOf(score, bar, step)
      for (let i = 0; i < length && start + i < gain.length; i++)
        gain[start + i] = Math.min(gain[start + i]!, 1 - depth + (depth * i) / length)
    }
  })
  return gain
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
