import type { Samples } from './signal.ts'

const PHASES = 4
const HALF = 12
const KERNELS = Array.from({ length: PHASES - 1 }, (_, index) => kernel((index + 1) / PHASES))

/** A windowed sinc that reads the sound at a part of a sample after its middle. */
function kernel(part: number) {
  const taps = Float64Array.from({ length: 2 * HALF }, (_, tap) => {
    const at = tap - (HALF - 1) - part
    return (Math.sin(Math.PI * at) / (Math.PI * at)) * (0.5 + 0.5 * Math.cos((Math.PI * at) / (HALF + 1)))
  })
  const sum = taps.reduce((total, tap) => total + tap, 0)
  return taps.map((tap) => tap / sum)
}

/**
 * The loudest point at each sample and between it and the next, read four times as finely. A sample that is far below
 * `floor`, as are its neighbors, is taken as it is.
 */
export function truePeaks(samples: Samples, floor = 0): Samples {
  const peaks = new Float32Array(samples.length)
  for (let i = 0; i < samples.length; i++) peaks[i] = Math.abs(samples[i]!)
  const near = floor * 0.6
  for (let i = HALF; i < samples.length - HALF; i++) {
    if (peaks[i]! < near && Math.abs(samples[i + 1]!) < near) continue
    let peak = peaks[i]!
    for (const taps of KERNELS) {
      let sum = 0
      for (let tap = 0; tap < taps.length; tap++) sum += samples[i - HALF + 1 + tap]! * taps[tap]!
      peak = Math.max(peak, Math.abs(sum))
    }
    peaks[i] = peak
  }
  return peaks
}
