import { blockLength, mixToMono, type AudioBlock } from './audio.ts'
import { Biquad } from './biquad.ts'

/** The two bands of a waveform from 0 to 255: the whole sound, and the part below 130 Hz. */
export type Peaks = { full: Uint8Array<ArrayBuffer>; low: Uint8Array<ArrayBuffer> }

const LOW_BAND_HZ = 130
const FINE_FRAMES = 1_024
const WAVE_BUCKETS = 600
const MINI_BARS = 48

/** Measures in small steps while the sound passes, because its length is known only at the end. */
export class PeakMeter {
  readonly #full: number[] = []
  readonly #low: number[] = []
  #filters: [Biquad, Biquad] | null = null
  #frames = 0

  add(block: AudioBlock) {
    this.#filters ??= [
      new Biquad('lowpass', LOW_BAND_HZ, block.sampleRate),
      new Biquad('lowpass', LOW_BAND_HZ, block.sampleRate),
    ]
    const low = mixToMono(block)
    for (const filter of this.#filters) filter.run(low)
    const from = this.#frames
    for (const samples of block.channels) raise(this.#full, samples, from)
    raise(this.#low, low, from)
    this.#frames += blockLength(block)
  }

  finish(buckets = WAVE_BUCKETS): Peaks {
    const full = fold(this.#full, buckets, Math.max)
    const low = fold(this.#low, buckets, Math.max)
    const loudest = Math.max(...full)
    const scale = loudest > 0 ? 255 / loudest : 0
    return {
      full: Uint8Array.from(full, (value) => Math.round(value * scale)),
      // a filter may ring above its input, but the bass must not be drawn beyond the whole
      low: Uint8Array.from(low, (value, index) => Math.round(Math.min(value, full[index]!) * scale)),
    }
  }
}

function raise(steps: number[], samples: Float32Array, from: number) {
  for (let i = 0; i < samples.length;) {
    const step = Math.floor((from + i) / FINE_FRAMES)
    const end = Math.min(samples.length, (step + 1) * FINE_FRAMES - from)
    let peak = steps[step] ?? 0
    for (; i < end; i++) peak = Math.max(peak, Math.abs(samples[i]!))
    steps[step] = peak
  }
}

function fold(values: ArrayLike<number>, buckets: number, join: (...values: number[]) => number) {
  return Array.from({ length: buckets }, (_, bucket) => {
    const from = Math.floor((bucket * values.length) / buckets)
    const to = Math.max(from + 1, Math.floor(((bucket + 1) * values.length) / buckets))
    return values.length === 0 ? 0 : join(...Array.prototype.slice.call(values, from, to))
  })
}

const mean = (...values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/**
 * 48 bars of the full band, then 48 of the low band. Uses means, because the maxima of so few bars would all be alike.
 */
export function miniWave({ full, low }: Peaks): Uint8Array<ArrayBuffer> {
  return Uint8Array.from([...fold(full, MINI_BARS, mean), ...fold(low, MINI_BARS, mean)], Math.round)
}
