import { blockLength, cutBlock, type AudioBlock } from '#server/media/audio.ts'
import { Biquad } from '#server/media/biquad.ts'
import { spectra } from '#server/media/fft.ts'
import { LufsMeter } from '#server/media/lufs.ts'
import { truePeaks } from '#demo/synth/true-peak.ts'

export const BANDS = [
  [30, 60],
  [60, 120],
  [120, 250],
  [250, 500],
  [500, 1_000],
  [1_000, 2_000],
  [2_000, 4_000],
  [4_000, 8_000],
  [8_000, 16_000],
] as const

const decibels = (power: number) => 10 * Math.log10(Math.max(power, 1e-12))
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

export function median(values: readonly number[]) {
  const sorted = [...values].sort((a, b) => a - b)
  return (sorted[(sorted.length - 1) >> 1]! + sorted[sorted.length >> 1]!) / 2
}

export function lufsOf(sound: AudioBlock) {
  const meter = new LufsMeter()
  meter.add(sound)
  return meter.finish() ?? -70
}

/** The loudest point, also between samples. */
export const truePeakDb = ({ channels }: AudioBlock) =>
  Math.max(...channels.map((samples) => 2 * decibels(truePeaks(samples).reduce((top, peak) => Math.max(top, peak), 0))))

export function crestDb({ channels }: AudioBlock) {
  let [peak, power, count] = [0, 0, 0]
  for (const samples of channels)
    for (const sample of samples) {
      peak = Math.max(peak, Math.abs(sample))
      power += sample * sample
      count++
    }
  return decibels(peak ** 2) - decibels(power / count)
}

/** The likeness of both sides, and the loudness of their difference beside their sum. */
export function widthOf({ channels: [left, right] }: AudioBlock) {
  let [both, ofLeft, ofRight, middle, side] = [0, 0, 0, 0, 0]
  for (let i = 0; i < left!.length; i++) {
    const [l, r] = [left![i]!, right![i]!]
    both += l * r
    ofLeft += l * l
    ofRight += r * r
    middle += (l + r) ** 2
    side += (l - r) ** 2
  }
  return { correlation: both / Math.sqrt(ofLeft * ofRight), sideDb: decibels(side / middle) }
}

/** The distance of a sound's mean from zero, in its worse channel. */
export const directCurrent = ({ channels }: AudioBlock) =>
  Math.max(...channels.map((samples) => Math.abs(samples.reduce((sum, sample) => sum + sample, 0) / samples.length)))

const WINDOW = 8_192

/** The loudness of each octave beside the whole. */
export function bandsOf({ sampleRate, channels }: AudioBlock) {
  const powers = new Float64Array(WINDOW / 2)
  for (const samples of channels)
    for (const magnitudes of spectra(samples, WINDOW, WINDOW / 2))
      for (let k = 1; k < powers.length; k++) powers[k]! += magnitudes[k]! ** 2
  const within = (low: number, high: number) =>
    powers.reduce((sum, power, k) => {
      const frequency = (k * sampleRate) / WINDOW
      return frequency >= low && frequency < high ? sum + power : sum
    }, 0)
  const whole = within(20, 20_000)
  return BANDS.map(([low, high]) => decibels(within(low, high) / whole))
}

/** The loudness of each bar, as people hear it. */
export const barLoudness = (sound: AudioBlock, barSamples: number) =>
  Array.from({ length: Math.floor(blockLength(sound) / barSamples) }, (_, bar) =>
    lufsOf(cutBlock(sound, bar * barSamples, (bar + 1) * barSamples)),
  )

const STEPS = 16
const FINE = 4 // parts of a step

/** The onsets of a sound: how much louder it gets at each sixteenth. */
export function rhythmOf({ sampleRate, channels }: AudioBlock, barSamples: number, above = 0): number[] {
  const samples = channels[0]!.slice()
  for (const next of channels.slice(1)) for (let i = 0; i < samples.length; i++) samples[i]! += next[i]!
  for (let times = 0; above > 0 && times < 3; times++) new Biquad('highpass', above, sampleRate).run(samples)
  const part = barSamples / STEPS / FINE
  const parts = Array.from({ length: Math.floor(samples.length / part) }, (_, index) => {
    let power = 0
    for (let i = Math.round(index * part); i < Math.round((index + 1) * part); i++) power += samples[i]! ** 2
    return Math.sqrt(power / part)
  })
  // a hit may come a little before its step
  return Array.from({ length: Math.floor(parts.length / FINE) }, (_, step) => {
    let rise = 0
    for (let at = step * FINE - 1; at < step * FINE + FINE - 1; at++)
      rise += Math.max(0, (parts[at] ?? 0) - (parts[at - 1] ?? 0))
    return rise
  })
}

function correlation(one: readonly number[], other: readonly number[]) {
  const [a, b] = [mean(one), mean(other)]
  let [both, first, second] = [0, 0, 0]
  for (let i = 0; i < Math.min(one.length, other.length); i++) {
    both += (one[i]! - a) * (other[i]! - b)
    first += (one[i]! - a) ** 2
    second += (other[i]! - b) ** 2
  }
  return both / Math.sqrt(Math.max(1e-12, first * second))
}

/** The likeness of each rhythm with each other one. */
export const likeness = (rhythms: readonly number[][]) =>
  rhythms.flatMap((one, index) => rhythms.slice(index + 1).map((other) => correlation(one, other)))
