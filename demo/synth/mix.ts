import type { AudioBlock } from '#server/media/audio.ts'
import { LufsMeter } from '#server/media/lufs.ts'
import { kicksOf, startOf, writeScore, type BeatRecipe, type Score } from './arrangement.ts'
import { Bus } from './bus.ts'
import { playEffects } from './effects.ts'
import { clipDrums, master } from './mastering.ts'
import { playBass, playDrums } from './rhythm-parts.ts'
import { amplify, peakOf, SAMPLE_RATE, samplesIn, type Samples } from './signal.ts'
import { addChorus, addPingPong, addReverb } from './space.ts'
import { playMelody, playPad } from './tonal-parts.ts'

type StemName = 'drums' | 'bass' | 'melody' | 'pad' | 'fx'
export type RenderedBeat = { master: AudioBlock; stems: Record<StemName, AudioBlock> }

const FADE_SECONDS = 1.2
/** The part of its loudness that something loses under a kick, and the seconds until it is back. */
const MELODY_DUCK = { depth: 0.38, seconds: 0.113 }
const BASS_DUCK = { depth: 0.44, seconds: 0.07 }
const PEAK = 0.94
const MELODY_TO_DRUMS = -1.5 // dB in the hook
const LARGEST_GAIN = 2 // of a melody that is balanced

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
  for (const bus of [buses.melody, buses.pad]) bus.multiply(duck)
  balance(score, buses.melody, buses.drums)
  buses.bass.multiply(duckUnderKicks(score, BASS_DUCK))
  for (const { sides } of Object.values(buses)) sides.forEach(fadeOut)
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

function fadeOut(side: Samples) {
  const fade = samplesIn(FADE_SECONDS)
  for (let i = Math.max(0, side.length - fade); i < side.length; i++) side[i]! *= (side.length - i) / fade
}

/** Makes the melody as loud beside the drums as in other beats, whatever instrument plays it. */
function balance(score: Score, melody: Bus, drums: Bus) {
  const hook = score.sections.indexOf('hook')
  const [from, to] = [startOf(score, hook), startOf(score, score.sections.lastIndexOf('hook') + 1)]
  if (hook < 0) return
  const loudness = (bus: Bus) => {
    const meter = new LufsMeter()
    meter.add({
      sampleRate: SAMPLE_RATE,
      channels: bus.sides.map((side) => side.slice(from, Math.min(to, from + startOf(score, 8)))),
    })
    return meter.finish() ?? 0
  }
  const gain = 10 ** ((loudness(drums) + MELODY_TO_DRUMS - loudness(melody)) / 20)
  for (const side of melody.sides) amplify(side, Math.max(1 / LARGEST_GAIN, Math.min(LARGEST_GAIN, gain)))
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
  const samples = bus.left.slice()
  for (let i = 0; i < samples.length; i++) samples[i] = (samples[i]! + bus.right[i]!) / 2
  return { sampleRate: SAMPLE_RATE, channels: [samples] }
}

/** Reduces all stems by the same factor, so that together they still make the beat. */
function withoutClipping(stems: Record<StemName, AudioBlock>) {
  const sides = Object.values(stems).flatMap(({ channels }) => channels)
  const gain = Math.min(1, PEAK / Math.max(...sides.map(peakOf)))
  for (const side of sides) amplify(side, gain)
  return stems
}
