import { spectra } from './fft.ts'
import { bestOf, type Suggestion } from './suggestion.ts'

type Mode = 'major' | 'minor'

export const NOTE_NAMES = ['C', 'C#', 'D', 'D#', 'E', 'F', 'F#', 'G', 'G#', 'A', 'A#', 'B'] as const

const WINDOW = 8_192
const HOP = 4_096
const BASS_BELOW_HZ = 160
const MELODY_BELOW_HZ = 2_200
/** How well each note fits the scale, as Faraldo measured it in electronic dance music. */
const PROFILES = {
  major: [1, 0, 0.42, 0, 0.53, 0.37, 0, 0.77, 0, 0.38, 0.21, 0.3],
  minor: [1, 0, 0.36, 0.39, 0, 0.38, 0, 0.74, 0.27, 0, 0.42, 0.23],
} as const
const BASS_WEIGHT = 0.15
const MINOR_BIAS = 0.12 // drill is hardly ever in major
/** A higher value makes the confidences of different keys more alike. */
const SOFTNESS = 0.1

/** The likeliest keys of mono sound at about 22 kHz. The confidences of all 24 keys add up to 1. */
export function findKeys(samples: Float32Array, sampleRate: number): Suggestion<string>[] {
  const { bass, melody } = chromas(samples, sampleRate)
  if (sum(melody) + sum(bass) === 0) return []
  const scores = NOTE_NAMES.flatMap((_, root) =>
    (['major', 'minor'] as const).map((mode) => ({
      value: keyName(root, mode),
      score: scoreOf(root, mode, normalised(bass), normalised(melody)),
    })),
  )
  const weights = scores.map(({ score }) => Math.exp(score / SOFTNESS))
  return bestOf(scores.map(({ value }, index) => ({ value, confidence: weights[index]! / sum(weights) })))
}

function scoreOf(root: number, mode: Mode, bass: number[], melody: number[]) {
  // 808s mostly play the root, and sometimes the fifth
  const support = BASS_WEIGHT * (4 * bass[root]! + 0.5 * bass[(root + 7) % 12]!)
  return correlation(melody, PROFILES[mode], root) + support + (mode === 'minor' ? MINOR_BIAS : 0)
}

const keyName = (root: number, mode: Mode) => `${NOTE_NAMES[root]!}${mode === 'minor' ? 'm' : ''}`

/** The strength of each of the twelve notes, in the bass and above it. */
function chromas(samples: Float32Array, sampleRate: number) {
  const bass = new Float64Array(12)
  const melody = new Float64Array(12)
  for (const magnitudes of spectra(samples, WINDOW, HOP)) {
    const frame = { bass: new Float64Array(12), melody: new Float64Array(12) }
    const top = Math.min(magnitudes.length - 1, Math.floor((MELODY_BELOW_HZ * WINDOW) / sampleRate))
    for (let k = 12; k < top; k++) {
      const frequency = (peakAt(magnitudes, k) * sampleRate) / WINDOW
      if (!(frequency > 0)) continue
      const note = 69 + 12 * Math.log2(frequency / 440)
      if (Math.abs(note - Math.round(note)) > 0.35) continue // a pitch between two notes comes from a slide or a drum
      const target = frequency < BASS_BELOW_HZ ? frame.bass : frame.melody
      target[Math.round(note) % 12]! += Math.sqrt(magnitudes[k]!)
    }
    addShares(bass, frame.bass)
    addShares(melody, frame.melody)
  }
  return { bass, melody }
}

/** The exact position of a peak between the bins; NaN if there is none. */
function peakAt(magnitudes: Float64Array, k: number) {
  const [before, here, after] = [magnitudes[k - 1]!, magnitudes[k]!, magnitudes[k + 1]!]
  if (here <= before || here < after || here < 0.5) return NaN
  const [a, b, c] = [Math.log(before + 1e-9), Math.log(here), Math.log(after + 1e-9)]
  return k + (0.5 * (a - c)) / (a - 2 * b + c)
}

const sum = (values: ArrayLike<number>) =>
  Array.prototype.reduce.call(values, (total, value) => Number(total) + value, 0) as number

function addShares(total: Float64Array, frame: Float64Array) {
  const whole = sum(frame)
  if (whole > 0) for (let i = 0; i < 12; i++) total[i]! += frame[i]! / whole
}

function normalised(values: Float64Array) {
  const whole = sum(values) || 1
  return Array.from(values, (value) => value / whole)
}

function correlation(chroma: number[], profile: readonly number[], root: number) {
  const [chromaMean, profileMean] = [sum(chroma) / 12, sum(profile) / 12]
  let [product, left, right] = [0, 0, 0]
  for (let i = 0; i < 12; i++) {
    const a = chroma[(i + root) % 12]! - chromaMean
    const b = profile[i]! - profileMean
    product += a * b
    left += a * a
    right += b * b
  }
  return product / Math.sqrt(left * right + 1e-12)
}
