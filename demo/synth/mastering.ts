import type { AudioBlock } from '#server/media/audio.ts'
import { Biquad } from '#server/media/biquad.ts'
import { Bus } from './bus.ts'
import { filter, peakOf, SAMPLE_RATE, type Samples } from './signal.ts'
import { truePeaks } from './true-peak.ts'

const CEILING = 10 ** (-1.2 / 20) // turning down leaves peaks between the samples that are up to 0.2 dB higher
const [SHELF_FROM, SHELF] = [2_000, 10 ** (3 / 20) - 1]
const [WIDE_ABOVE, WIDER] = [300, 10 ** (4 / 20) - 1]
const DRUMS_CLIPPED = 10 ** (-2 / 20)
const DRIVE = 1.4
const LOWEST = 22 // Hz; below is nothing but a direct current
const LOUDER = 1.12

/** Rounds off the highest peaks of the drums, so that they can be louder. */
export function clipDrums(bus: Bus) {
  for (const side of bus.sides) {
    const top = Math.max(1e-9, peakOf(side)) * DRUMS_CLIPPED
    for (let i = 0; i < side.length; i++) side[i] = softClip(side[i]! / top) * top
  }
}

/** Straight up to two thirds, then round, and never above one. */
function softClip(x: number) {
  const size = Math.abs(x)
  if (size < 0.667) return x
  return Math.sign(x) * (0.667 + 0.333 * Math.tanh((size - 0.667) / 0.333))
}

/** Puts the tracks together: wide, bright, pressed gently, and as loud as other music without a peak above -1 dB. */
export function master(buses: Bus[], length: number): AudioBlock {
  const sum = new Bus(length)
  for (const bus of buses) sum.addStereo(0, [bus.left, bus.right])
  for (const side of sum.sides) brighten(side)
  widen(sum)
  compress(sum)
  for (const side of sum.sides) {
    for (let i = 0; i < length; i++) side[i] = Math.tanh(side[i]! * DRIVE) * LOUDER
    filter(side, 'highpass', LOWEST)
  }
  limit(sum)
  return { sampleRate: SAMPLE_RATE, channels: [sum.left, sum.right] }
}

function brighten(side: Samples) {
  const high = new Biquad('highpass', SHELF_FROM, SAMPLE_RATE, 0.5).run(side.slice())
  for (let i = 0; i < side.length; i++) side[i]! += high[i]! * SHELF
}

/** Makes the difference of the sides louder, but not that of the low tones. */
function widen({ left, right }: Bus) {
  const difference = new Float32Array(left.length)
  for (let i = 0; i < left.length; i++) difference[i] = (left[i]! - right[i]!) / 2
  filter(difference, 'highpass', WIDE_ABOVE)
  for (let i = 0; i < left.length; i++) {
    left[i]! += difference[i]! * WIDER
    right[i]! -= difference[i]! * WIDER
  }
}

const COMPRESSOR = { threshold: 0.5, attack: 0.02, release: 0.14 }

/** Two to one above the threshold, for both sides alike. */
function compress({ left, right }: Bus) {
  const { threshold, attack, release } = COMPRESSOR
  const [rise, fall] = [1 - Math.exp(-1 / (attack * SAMPLE_RATE)), 1 - Math.exp(-1 / (release * SAMPLE_RATE))]
  let level = 0
  for (let i = 0; i < left.length; i++) {
    const now = Math.max(Math.abs(left[i]!), Math.abs(right[i]!))
    level += (now - level) * (now > level ? rise : fall)
    if (level <= threshold) continue
    const gain = Math.sqrt(threshold / level)
    left[i]! *= gain
    right[i]! *= gain
  }
}

const [ATTACK, RELEASE] = [1 / 64, 1 / (0.06 * SAMPLE_RATE)]

/** Turns down before each peak, between samples too, and slowly up again. */
function limit(sum: Bus) {
  const [left, right] = sum.sides.map((side) => truePeaks(side, CEILING)) as [Samples, Samples]
  const gain = new Float32Array(left.length)
  for (let i = 0; i < gain.length; i++) gain[i] = Math.min(1, CEILING / Math.max(left[i]!, right[i]!, 1e-9))
  for (let i = gain.length - 2; i >= 0; i--) gain[i] = Math.min(gain[i]!, gain[i + 1]! + ATTACK)
  for (let i = 1; i < gain.length; i++) gain[i] = Math.min(gain[i]!, gain[i - 1]! + (1 - gain[i - 1]!) * RELEASE + 1e-7)
  sum.multiply(gain)
}
