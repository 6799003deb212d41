import { Biquad, type FilterShape } from '#server/media/biquad.ts'
import type { Random } from '#server/art/random.ts'

export type Samples = Float32Array<ArrayBuffer>

export const SAMPLE_RATE = 44_100
export const TURN = Math.PI * 2

export const frequencyOf = (midi: number) => 440 * 2 ** ((midi - 69) / 12)
export const samplesIn = (seconds: number) => Math.max(1, Math.round(seconds * SAMPLE_RATE))

/** Samples from a function of time in seconds. */
export function generate(seconds: number, at: (time: number) => number): Samples {
  const samples = new Float32Array(samplesIn(seconds))
  for (let i = 0; i < samples.length; i++) samples[i] = at(i / SAMPLE_RATE)
  return samples
}

/** A tone whose frequency changes with time. */
export function sweep(seconds: number, frequency: (time: number) => number, wave: (phase: number) => number): Samples {
  let phase = 0
  return generate(seconds, (time) => {
    phase += frequency(time) / SAMPLE_RATE
    return wave(phase)
  })
}

export const sineWave = (phase: number) => Math.sin(TURN * phase)
export const sawWave = (phase: number) => 2 * (phase - Math.floor(phase)) - 1

export const noise = (seconds: number, random: Random): Samples => generate(seconds, () => random.next() * 2 - 1)

export const filter = (samples: Samples, shape: FilterShape, frequency: number, q?: number): Samples =>
  new Biquad(shape, frequency, SAMPLE_RATE, q).run(samples)

/** In place: multiplies each sample by a function of time. */
export function shape(samples: Samples, gain: (time: number) => number): Samples {
  for (let i = 0; i < samples.length; i++) samples[i]! *= gain(i / SAMPLE_RATE)
  return samples
}

export function mix(...layers: [samples: Samples, gain: number][]): Samples {
  const sum = new Float32Array(Math.max(...layers.map(([samples]) => samples.length)))
  for (const [samples, gain] of layers) for (let i = 0; i < samples.length; i++) sum[i]! += samples[i]! * gain
  return sum
}

/** Plays a sound faster and higher. */
export function pitched(samples: Samples, ratio: number): Samples {
  return Float32Array.from({ length: Math.floor((samples.length - 1) / ratio) }, (_, index) => {
    const at = index * ratio
    const whole = Math.floor(at)
    return samples[whole]! + (samples[whole + 1]! - samples[whole]!) * (at - whole)
  })
}

/** In place: moves the sound to zero and fades its end, so that nothing clicks when it begins or is cut off. */
export function settle(samples: Samples, fadeSeconds = 0.008): Samples {
  const middle = samples.reduce((sum, sample) => sum + sample, 0) / samples.length
  const fade = Math.min(samplesIn(fadeSeconds), samples.length)
  for (let i = 0; i < samples.length; i++)
    samples[i] = (samples[i]! - middle) * Math.min(1, (i + 1) / 32, (samples.length - 1 - i) / fade)
  return samples
}

/** In place: rounds off loud peaks, like an amplifier. */
export function drive(samples: Samples, amount: number): Samples {
  for (let i = 0; i < samples.length; i++) samples[i] = Math.tanh(samples[i]! * amount)
  return samples
}

/** The largest absolute value. */
export function peakOf(samples: Samples): number {
  let peak = 0
  for (let i = 0; i < samples.length; i++) peak = Math.max(peak, Math.abs(samples[i]!))
  return peak
}

/** In place: multiplies each sample by a number. */
export function amplify(samples: Samples, gain: number): Samples {
  for (let i = 0; i < samples.length; i++) samples[i]! *= gain
  return samples
}

/** In place: scales the sound so that its loudest sample is `peak`. */
export const level = (samples: Samples, peak: number): Samples =>
  amplify(samples, peak / Math.max(1e-9, peakOf(samples)))

/** Rises during `attack`, holds until `hold`, and falls to zero during `release`. */
export const envelope = (attack: number, hold: number, release: number) => (time: number) =>
  Math.min(1, time / attack) * Math.max(0, Math.min(1, 1 - (time - hold) / release))
