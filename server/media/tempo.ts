import { fft, spectra } from './fft.ts'
import { bestOf, type Suggestion } from './suggestion.ts'

const WINDOW = 1_024
const HOP = 220
const BANDS = 40
const SLOWEST = 60
const FASTEST = 200
const MOST_PEAKS = 3
// Drill is around 140 BPM, but other music must be found too: half an octave off costs little.
const USUAL_BPM = 130
const SPREAD_OCTAVES = 0.8
/** [multiple of a beat's length, how much it counts]. */
const MULTIPLES = [
  [0.5, 0.35],
  [1, 1],
  [2, 1],
  [4, 1.2],
  [8, 0.8],
] as const

/**
 * The tempo of mono sound at about 22 kHz, in beats per minute. The confidence of the best tempo is its lead over the
 * next different one. Other tempi have a smaller confidence, in proportion to their score.
 */
export function findTempi(samples: Float32Array, sampleRate: number): Suggestion<number>[] {
  const rate = sampleRate / HOP
  const onsets = withoutTrend(onsetStrength(samples, sampleRate), Math.round(rate / 2))
  if (onsets.length < rate * 4) return []
  const likeness = autocorrelation(onsets)
  const peaks = differentTempi(likeness, rate, onsets.length)
  const [best, rival] = peaks
  if (!best || best.score <= 0) return []
  const lead = 1 - Math.max(0, rival?.score ?? 0) / best.score
  return bestOf(
    peaks.map(({ bpm, score }) => ({
      value: refine(bpm, rate, likeness, onsets.length),
      confidence: (lead * Math.max(0, score)) / best.score,
    })),
  )
}

/** The best tempi. Any two differ by a tenth of an octave at least. */
function differentTempi(likeness: Float64Array, rate: number, frames: number) {
  const candidates: { bpm: number; score: number }[] = []
  for (let bpm = SLOWEST; bpm <= FASTEST; bpm += 0.1)
    candidates.push({ bpm, score: scoreOf((60 / bpm) * rate, likeness, frames) * prior(bpm) })
  candidates.sort((a, b) => b.score - a.score)
  const peaks: typeof candidates = []
  for (const candidate of candidates) {
    if (peaks.length === MOST_PEAKS) break
    if (peaks.every(({ bpm }) => Math.abs(Math.log2(candidate.bpm / bpm)) > 0.1)) peaks.push(candidate)
  }
  return peaks
}

const prior = (bpm: number) => Math.exp(-0.5 * (Math.log2(bpm / USUAL_BPM) / SPREAD_OCTAVES) ** 2)

/** By how much 40 mel bands together get louder, frame by frame. */
function onsetStrength(samples: Float32Array, sampleRate: number) {
  const edges = melEdges(sampleRate)
  const strengths: number[] = []
  let previous: number[] | null = null
  for (const magnitudes of spectra(samples, WINDOW, HOP)) {
    const levels = Array.from({ length: BANDS }, (_, band) => bandLevel(magnitudes, edges[band]!, edges[band + 1]!))
    const before = previous ?? levels
    strengths.push(levels.reduce((sum, level, band) => sum + Math.max(0, level - before[band]!), 0))
    previous = levels
  }
  return strengths
}

function bandLevel(magnitudes: Float64Array, from: number, end: number) {
  const to = Math.max(from + 1, end)
  let sum = 0
  for (let k = from; k < to; k++) sum += magnitudes[k] ?? 0
  return Math.log1p((10 * sum) / (to - from))
}

function melEdges(sampleRate: number) {
  const top = 2_595 * Math.log10(1 + sampleRate / 2 / 700)
  return Array.from({ length: BANDS + 1 }, (_, band) => {
    const mel = 20 + ((top - 20) * band) / BANDS
    return Math.max(1, Math.round((700 * (10 ** (mel / 2_595) - 1) * WINDOW) / sampleRate))
  })
}

/** Subtracts the level of the second around each frame, and then the mean. */
function withoutTrend(values: number[], reach: number) {
  const sums = new Float64Array(values.length + 1)
  values.forEach((value, i) => (sums[i + 1] = sums[i]! + value))
  const risen = values.map((value, i) => {
    const from = Math.max(0, i - reach)
    const to = Math.min(values.length, i + reach)
    return Math.max(0, value - (sums[to]! - sums[from]!) / (to - from))
  })
  const mean = risen.reduce((sum, value) => sum + value, 0) / Math.max(1, risen.length)
  return risen.map((value) => value - mean)
}

/** Computed through the spectrum: the inverse transform of its power. */
function autocorrelation(values: number[]) {
  const size = 2 ** Math.ceil(Math.log2(values.length * 2))
  const re = new Float64Array(size)
  const im = new Float64Array(size)
  re.set(values)
  fft(re, im)
  for (let k = 0; k < size; k++) re[k] = re[k]! * re[k]! + im[k]! * im[k]!
  im.fill(0)
  fft(re, im)
  return re
}

/** The correlation at a lag between two frames, corrected for the shorter overlap. */
function atLag(likeness: Float64Array, lag: number, frames: number) {
  const whole = Math.floor(lag)
  const part = lag - whole
  return ((1 - part) * likeness[whole]!) / (frames - whole) + (part * likeness[whole + 1]!) / (frames - whole - 1)
}

function scoreOf(beat: number, likeness: Float64Array, frames: number) {
  const self = likeness[0]! / frames
  let score = 0
  let weights = 0
  for (const [multiple, weight] of MULTIPLES) {
    if (beat * multiple >= frames * 0.8) continue
    score += (weight * atLag(likeness, beat * multiple, frames)) / (self || 1)
    weights += weight
  }
  return weights > 0 ? score / weights : 0
}

/**
 * Long lags tell tempi apart more exactly than short ones. A tempo near a whole number becomes that number, since most
 * producers work with whole numbers.
 */
function refine(rough: number, rate: number, likeness: Float64Array, frames: number) {
  let best = { bpm: rough, score: -Infinity }
  for (let bpm = rough - 1.2; bpm <= rough + 1.2; bpm += 0.02) {
    const lags = [4, 8, 16, 32].map((beats) => (60 / bpm) * rate * beats).filter((lag) => lag < frames * 0.75)
    const score = lags.reduce((sum, lag) => sum + atLag(likeness, lag, frames), 0)
    if (score > best.score) best = { bpm, score }
  }
  const whole = Math.round(best.bpm)
  return Math.abs(best.bpm - whole) < 0.35 ? whole : Math.round(best.bpm * 10) / 10
}
