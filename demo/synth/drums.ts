import type { Random } from '#server/art/random.ts'
import {
  drive,
  envelope,
  filter,
  generate,
  level,
  mix,
  noise,
  pitched,
  settle,
  shape,
  sineWave,
  sweep,
  TURN,
  type Samples,
} from './signal.ts'

const decay = (rate: number) => (time: number) => Math.exp(-time * rate)

export function kick(punch = 150, length = 0.32): Samples {
  const body = sweep(length, (t) => 48 + punch * Math.exp(-t * 38) + 500 * Math.exp(-t * 300), sineWave)
  const click = shape(
    sweep(0.012, (t) => 2_400 + 3_000 * Math.exp(-t * 900), sineWave),
    decay(330),
  )
  return level(settle(mix([drive(shape(body, decay(11)), 1.8), 1], [click, 0.5])), 0.95)
}

/** `claps` is the loudness of the claps in it; its wires are heard from `bright` hertz upwards. */
export function snare(
  random: Random,
  tone = 190,
  { seconds = 0.28, claps = 0.45, bright = 1_100 }: { seconds?: number; claps?: number; bright?: number } = {},
): Samples {
  const wires = filter(filter(noise(seconds, random), 'highpass', bright), 'lowpass', 9_500)
  const skin = shape(
    sweep(seconds, (t) => tone + 90 * Math.exp(-t * 60), sineWave),
    decay(24),
  )
  const dying = 4.8 / seconds
  const struck = mix([shape(wires, (t) => 0.8 * Math.exp(-t * dying) + 0.6 * Math.exp(-t * 90)), 1], [skin, 0.6])
  return level(settle(mix([drive(struck, 1.4), 1], [clap(random), claps])), 0.9)
}

/** Several claps, never quite at the same time. */
export function clap(random: Random): Samples {
  const hands = [0, 0.011, 0.023, 0.031]
  const strike = (t: number) =>
    hands.reduce((sum, at) => sum + (t >= at ? Math.exp(-(t - at) * (at === 0.031 ? 22 : 160)) : 0), 0)
  return level(settle(shape(filter(noise(0.24, random), 'bandpass', 1_400, 0.9), strike)), 0.8)
}

const METAL = [3_127, 4_213, 5_417, 6_521, 8_111].map((frequency) => frequency * 1.31)

export function hat(random: Random, length = 0.05): Samples {
  const hiss = filter(filter(noise(length * 2.2, random), 'highpass', 7_200), 'highpass', 6_500)
  const ring = generate(
    length * 2.2,
    (t) => METAL.reduce((sum, f) => sum + Math.sign(Math.sin(TURN * f * t)), 0) * 0.06,
  )
  const body = filter(noise(length * 2.2, random), 'bandpass', 5_800, 1)
  const struck = shape(mix([hiss, 0.5], [ring, 0.4], [body, 0.75]), decay(2.2 / length))
  return level(settle(filter(struck, 'highpass', 3_600)), 0.7)
}

export function rim(random: Random, frequency = 820): Samples {
  const knock = generate(
    0.09,
    (t) => Math.sin(TURN * frequency * t) + 0.5 * Math.sin(TURN * frequency * 1.71 * t) + 0.2 * (random.next() * 2 - 1),
  )
  return level(settle(shape(knock, decay(60))), 0.8)
}

export const shaker = (random: Random): Samples =>
  level(shape(filter(noise(0.09, random), 'bandpass', 6_200, 1.4), envelope(0.025, 0.03, 0.06)), 0.6)

/** A hand drum, such as a conga or a tamborim. */
export function handDrum(frequency: number, length = 0.22): Samples {
  const skin = sweep(length, (t) => frequency * (1 + 0.25 * Math.exp(-t * 70)), sineWave)
  return level(settle(shape(skin, (t) => Math.exp(-t * 16) * Math.min(1, t * 900))), 0.8)
}

/** The hollow wooden bass drum of amapiano. */
export function logDrum(frequency: number): Samples {
  const body = sweep(
    0.34,
    (t) => frequency * (1 + 0.9 * Math.exp(-t * 34)),
    (p) => Math.sin(TURN * p + 0.9 * Math.sin(TURN * 2 * p)),
  )
  return level(settle(drive(shape(body, decay(9)), 2)), 0.85)
}

export function cymbal(random: Random, length = 1.8): Samples {
  return level(settle(shape(filter(noise(length, random), 'highpass', 4_000), decay(4.6 / length))), 0.7)
}

/** Noise that gets louder up to the end of a part. */
export function riser(random: Random, length: number): Samples {
  const rising = shape(noise(length, random), (t) => (t / length) ** 3)
  return level(settle(filter(rising, 'highpass', 2_500)), 0.7)
}

export function impact(random: Random): Samples {
  const boom = shape(
    sweep(1.6, (t) => 34 + 60 * Math.exp(-t * 9), sineWave),
    decay(3.2),
  )
  const crack = shape(filter(noise(1.6, random), 'lowpass', 900), decay(6))
  return level(settle(drive(mix([boom, 1], [crack, 0.6]), 1.5)), 0.9)
}

/** The same hat at several pitches, for rolls: from seven semitones below to seven above. */
export function pitchedHats(samples: Samples): (pitch: number) => Samples {
  const made = new Map<number, Samples>()
  return (pitch) => {
    const semitones = Math.round(pitch)
    const known = made.get(semitones) ?? pitched(samples, 2 ** (semitones / 12))
    made.set(semitones, known)
    return known
  }
}
