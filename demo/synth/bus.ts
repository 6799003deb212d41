import { SAMPLE_RATE, type Samples } from './signal.ts'

/** A stereo track to which sounds are added. */
export class Bus {
  readonly left: Samples
  readonly right: Samples

  constructor(length: number) {
    this.left = new Float32Array(length)
    this.right = new Float32Array(length)
  }

  /** Pan goes from -1 (left) to 1 (right). The power stays the same everywhere. */
  add(at: number, samples: Samples, gain = 1, pan = 0) {
    const angle = ((pan + 1) * Math.PI) / 4
    const [toLeft, toRight] = [gain * Math.cos(angle), gain * Math.sin(angle)]
    const length = Math.min(samples.length, this.left.length - at)
    for (let i = 0; i < length; i++) {
      this.left[at + i]! += samples[i]! * toLeft
      this.right[at + i]! += samples[i]! * toRight
    }
  }

  shape(gain: (index: number) => number) {
    for (let i = 0; i < this.left.length; i++) {
      const factor = gain(i)
      this.left[i]! *= factor
      this.right[i]! *= factor
    }
  }

  get sides() {
    return [this.left, this.right] as const
  }
}

const COMBS = [
  { delay: 1_557, feedback: 0.83 },
  { delay: 1_617, feedback: 0.82 },
  { delay: 1_491, feedback: 0.84 },
  { delay: 1_422, feedback: 0.85 },
]
const ALLPASSES = [225, 556]
const STEREO_SPREAD = 23
const DAMPING = 0.55

/** A room: four echoes that get duller, blurred by two all-pass filters, slightly different on each side. */
export function addReverb(bus: Bus, wet: number, size = 1) {
  bus.sides.forEach((side, index) => {
    const spread = index * STEREO_SPREAD
    const room = new Float32Array(side.length)
    for (const { delay, feedback } of COMBS) addComb(side, room, Math.round((delay + spread) * size * 1.4), feedback)
    for (const delay of ALLPASSES) runAllpass(room, delay + spread)
    for (let i = 0; i < side.length; i++) side[i]! += room[i]! * wet
  })
}

function addComb(dry: Samples, room: Samples, delay: number, feedback: number) {
  const line = new Float32Array(delay)
  let dull = 0
  for (let i = 0, at = 0; i < dry.length; i++) {
    const heard = line[at]!
    dull += (heard - dull) * DAMPING
    line[at] = dry[i]! + dull * feedback
    room[i]! += heard * 0.25
    at = at + 1 === delay ? 0 : at + 1
  }
}

function runAllpass(samples: Samples, delay: number) {
  const line = new Float32Array(delay)
  for (let i = 0, at = 0; i < samples.length; i++) {
    const heard = line[at]!
    const kept = samples[i]! - 0.5 * heard
    line[at] = kept
    samples[i] = heard + 0.5 * kept
    at = at + 1 === delay ? 0 : at + 1
  }
}

/** Echoes that alternate between left and right. */
export function addPingPong(bus: Bus, seconds: number, feedback: number, wet: number) {
  const delay = Math.round(seconds * SAMPLE_RATE)
  const [left, right] = bus.sides.map((side) => side.slice()) as [Samples, Samples]
  for (let i = delay; i < left.length; i++) {
    const [toLeft, toRight] = [right[i - delay]! * feedback, left[i - delay]! * feedback]
    left[i]! += toLeft
    right[i]! += toRight
    bus.left[i]! += wet * toLeft
    bus.right[i]! += wet * toRight
  }
}
