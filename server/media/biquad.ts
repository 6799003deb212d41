/** 'head' makes high tones 4 dB louder, as a head before the ears does. */
export type FilterShape = 'lowpass' | 'highpass' | 'bandpass' | 'head'

const HEAD = 10 ** (4 / 20)

/** A second-order filter. It keeps its state, so that sound may come in pieces. */
export class Biquad {
  readonly #b: [number, number, number]
  readonly #a: [number, number]
  #x1 = 0
  #x2 = 0
  #y1 = 0
  #y2 = 0

  constructor(shape: FilterShape, frequency: number, sampleRate: number, q = Math.SQRT1_2) {
    const w = (2 * Math.PI * Math.min(frequency, sampleRate * 0.45)) / sampleRate
    const alpha = Math.sin(w) / (2 * q)
    const a0 = 1 + alpha
    this.#b = numerator(shape, Math.cos(w), alpha).map((value) => value / a0) as [number, number, number]
    this.#a = [(-2 * Math.cos(w)) / a0, (1 - alpha) / a0]
  }

  /** Works in place and returns the same array. */
  run<Samples extends Float32Array>(samples: Samples): Samples {
    const [b0, b1, b2] = this.#b
    const [a1, a2] = this.#a
    let [x1, x2, y1, y2] = [this.#x1, this.#x2, this.#y1, this.#y2]
    for (let i = 0; i < samples.length; i++) {
      const x = samples[i]!
      const y = b0 * x + b1 * x1 + b2 * x2 - a1 * y1 - a2 * y2
      x2 = x1
      x1 = x
      y2 = y1
      y1 = y
      samples[i] = y
    }
    ;[this.#x1, this.#x2, this.#y1, this.#y2] = [x1, x2, y1, y2]
    return samples
  }
}

function numerator(shape: FilterShape, cosine: number, alpha: number): [number, number, number] {
  if (shape === 'lowpass') return [(1 - cosine) / 2, 1 - cosine, (1 - cosine) / 2]
  if (shape === 'highpass') return [(1 + cosine) / 2, -(1 + cosine), (1 + cosine) / 2]
  if (shape === 'bandpass') return [alpha, 0, -alpha]
  const [high, low] = [(HEAD * (1 + cosine)) / 2, (1 - cosine) / 2]
  const slope = Math.sqrt(HEAD) * alpha
  return [high + slope + low, 2 * (low - high), high - slope + low]
}
