import { Bus } from './bus.ts'
import { filter, SAMPLE_RATE, samplesIn, type Samples } from './signal.ts'

const COMBS = [1_116, 1_188, 1_277, 1_356, 1_422, 1_491, 1_557, 1_617]
const ALLPASSES = [556, 441, 341, 225]
const STEREO_SPREAD = 23
const DAMPING = 0.3
const PRE_DELAY_SECONDS = 0.02
const MUDDY_BELOW = 250

/** Adds a room that sounds on for some seconds. */
export function addReverb(bus: Bus, wet: number, seconds: number) {
  bus.sides.forEach((side, index) => {
    const room = reverb(side, seconds, index * STEREO_SPREAD)
    for (let i = 0; i < side.length; i++) side[i]! += room[i]! * wet
  })
}

/** Puts a single sound into a small room, slightly different on each side. */
export function inRoom(sound: Samples, wet: number, seconds = 0.35): [left: Samples, right: Samples] {
  const bus = new Bus(sound.length + samplesIn(seconds))
  bus.addStereo(0, [sound, sound])
  addReverb(bus, wet, seconds)
  return [bus.left, bus.right]
}

/** Eight echoes that get duller, blurred by four all-pass filters. They begin late, so that the sound itself stays clear. */
function reverb(dry: Samples, seconds: number, spread: number): Samples {
  const room = new Float32Array(dry.length)
  for (const delay of COMBS)
    addComb(dry, room, delay + spread, 10 ** ((-3 * (delay + spread)) / (seconds * SAMPLE_RATE)))
  for (const delay of ALLPASSES) runAllpass(room, delay + spread)
  const late = samplesIn(PRE_DELAY_SECONDS)
  room.copyWithin(late, 0)
  room.fill(0, 0, late)
  return filter(room, 'highpass', MUDDY_BELOW)
}

function addComb(dry: Samples, room: Samples, delay: number, feedback: number) {
  const line = new Float32Array(delay)
  let dull = 0
  for (let i = 0, at = 0; i < dry.length; i++) {
    const heard = line[at]!
    dull = dull * DAMPING + heard * (1 - DAMPING)
    line[at] = dry[i]! + dull * feedback
    room[i]! += heard * 0.125
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
    const toLeft = right[i - delay]! * feedback
    const toRight = left[i - delay]! * feedback
    left[i]! += toLeft
    right[i]! += toRight
    bus.left[i]! += wet * toLeft
    bus.right[i]! += wet * toRight
  }
}

const CHORUS = { seconds: 0.014, depth: 0.0035, rate: 0.31 }
const STRETCH = 64 // samples whose delay changes evenly

/** A second player on each side that is always a little out of tune, and never in the same way as the other. */
export function addChorus(bus: Bus, wet: number) {
  const dry = bus.sides.map((side) => side.slice())
  bus.sides.forEach((side, index) => {
    const source = dry[1 - index]!
    const loudness = index === 0 ? wet : -wet
    const delayAt = (i: number) =>
      (CHORUS.seconds + CHORUS.depth * Math.sin(2 * Math.PI * (CHORUS.rate * (i / SAMPLE_RATE) + index / 3))) *
      SAMPLE_RATE
    for (let from = STRETCH * 16; from < side.length; from += STRETCH) {
      let delay = delayAt(from)
      const change = (delayAt(from + STRETCH) - delay) / STRETCH
      for (let i = from; i < Math.min(from + STRETCH, side.length); i++, delay += change) {
        const at = i - delay
        const whole = Math.floor(at)
        side[i]! += loudness * (source[whole]! + (source[whole + 1]! - source[whole]!) * (at - whole))
      }
    }
  })
}
