import { spectra } from './fft.ts'

/** The rate of the mono sound that landmarks are found in. */
export const LANDMARK_RATE = 11_025
const WINDOW = 4_096
const HOP = 384
export const FRAMES_PER_SECOND = LANDMARK_RATE / HOP
/** Pitches are counted in fifths of a semitone. */
export const UNITS = 5

const LOWEST = 55 // MIDI: 196 Hz, above kicks and the fundamentals of an 808
const SEMITONES = 51 // up to 3.7 kHz
const BINS_PER_SEMITONE = 3
const BINS = SEMITONES * BINS_PER_SEMITONE
const QUIETEST = 1e-4 // amplitude

/** A landmark is the loudest within these. */
const NEAR_FRAMES = 5
const NEAR_BINS = 4
/** Each band gets its own share of landmarks, so that a low-pass costs only those of the upper bands. */
const BANDS = 5
const PER_BAND = 4
const REACH = Math.round(FRAMES_PER_SECOND / 2)

/** The loudest tones of a sound in order of time. They stay where they are when the sound is encoded, filtered or made louder. */
export type Landmarks = {
  /** In frames. */
  times: Uint16Array
  /** In fifths of a semitone above the lowest pitch. */
  pitches: Uint8Array
  /** The length of the sound. */
  frames: number
}

const framesIn = (samples: number) => Math.max(0, Math.floor((samples - WINDOW) / HOP) + 1)

/** Finds the landmarks of a sound at the rate of landmarks. */
export function landmarksOf(samples: Float32Array): Landmarks {
  const tones = tonesOf(samples)
  const kept = thinOut(localMaxima(tones), tones)
  return {
    times: Uint16Array.from(kept, frameOf),
    pitches: Uint8Array.from(kept, (at) => tones.pitches[at]!),
    frames: tones.frames,
  }
}

/** For each frame and each third of a semitone how loud its tone is (0: there is none) and its exact pitch. */
type Tones = { frames: number; loudness: Float32Array; pitches: Uint8Array }

const frameOf = (at: number) => Math.floor(at / BINS)
const binOf = (at: number) => at % BINS

function tonesOf(samples: Float32Array): Tones {
  const frames = framesIn(samples.length)
  const tones = { frames, loudness: new Float32Array(frames * BINS), pitches: new Uint8Array(frames * BINS) }
  const first = Math.floor((frequencyOf(LOWEST) * WINDOW) / LANDMARK_RATE) - 1
  const last = Math.ceil((frequencyOf(LOWEST + SEMITONES) * WINDOW) / LANDMARK_RATE) + 1
  const midi = Float32Array.from({ length: last + 2 }, (_, line) => midiOf((line * LANDMARK_RATE) / WINDOW))
  const quietest = (QUIETEST * WINDOW) / 4 // what a tone of this amplitude has in a spectrum
  let row = 0
  for (const magnitudes of spectra(samples, WINDOW, HOP)) {
    for (let line = first; line <= last; line++) {
      const [below, here, above] = [magnitudes[line - 1]!, magnitudes[line]!, magnitudes[line + 1]!]
      if (here <= below || here < above || here < quietest) continue
      const pitch = midi[line]! + summit(below, here, above) * (midi[line + 1]! - midi[line]!) - LOWEST
      const bin = Math.floor(pitch * BINS_PER_SEMITONE)
      if (bin < 0 || bin >= BINS) continue
      const loudness = Math.log(here / quietest) + 1
      if (loudness <= tones.loudness[row + bin]!) continue
      tones.loudness[row + bin] = loudness
      tones.pitches[row + bin] = Math.max(0, Math.round(pitch * UNITS))
    }
    row += BINS
  }
  return tones
}

/** Where the top of a parabola through three magnitudes lies, from the one in the middle. */
function summit(below: number, here: number, above: number) {
  const [left, middle, right] = [Math.log(below + 1e-10), Math.log(here), Math.log(above + 1e-10)]
  return (0.5 * (left - right)) / (left - 2 * middle + right)
}

const frequencyOf = (midi: number) => 440 * 2 ** ((midi - 69) / 12)
const midiOf = (frequency: number) => 69 + 12 * Math.log2(frequency / 440)

/** The tones that no neighbor in time or pitch is louder than. */
function localMaxima({ frames, loudness }: Tones) {
  const across = loudestNearby(frames, loudness)
  const found: number[] = []
  for (let frame = 1; frame < frames - 1; frame++) {
    const from = Math.max(0, frame - NEAR_FRAMES)
    const to = Math.min(frames - 1, frame + NEAR_FRAMES)
    for (let bin = 0; bin < BINS; bin++) {
      const at = frame * BINS + bin
      const here = loudness[at]!
      if (here === 0 || here < across[at]!) continue
      let other = from
      while (other <= to && across[other * BINS + bin]! <= here) other++
      if (other > to) found.push(at)
    }
  }
  return found
}

/** The loudest of the neighbors in pitch, for each tone. */
function loudestNearby(frames: number, loudness: Float32Array) {
  const across = new Float32Array(loudness.length)
  for (let row = 0; row < frames * BINS; row += BINS) {
    for (let bin = 0; bin < BINS; bin++) {
      const to = row + Math.min(BINS - 1, bin + NEAR_BINS)
      let most = 0
      for (let at = row + Math.max(0, bin - NEAR_BINS); at <= to; at++) if (loudness[at]! > most) most = loudness[at]!
      across[row + bin] = most
    }
  }
  return across
}

/** A tone stays if few of its band are louder within half a second on either side. */
function thinOut(found: readonly number[], { loudness }: Tones) {
  const bands = Array.from({ length: BANDS }, (): number[] => [])
  for (const at of found) bands[Math.floor((binOf(at) * BANDS) / BINS)]!.push(at)
  return bands.flatMap((band) => loudestOf(band, loudness)).toSorted((one, other) => one - other)
}

function loudestOf(band: readonly number[], loudness: Float32Array) {
  let from = 0
  return band.filter((at) => {
    const frame = frameOf(at)
    while (frameOf(band[from]!) < frame - REACH) from++
    let louder = 0
    for (let other = from; other < band.length && frameOf(band[other]!) <= frame + REACH; other++)
      if (loudness[band[other]!]! > loudness[at]!) louder++
    return louder < PER_BAND
  })
}

const HEAD_BYTES = 2
const EACH_BYTES = 3

/** Three bytes for each landmark, after the length of the sound. */
export function packLandmarks({ times, pitches, frames }: Landmarks) {
  const bytes = Buffer.alloc(HEAD_BYTES + times.length * EACH_BYTES)
  bytes.writeUInt16LE(frames)
  for (const [index, time] of times.entries()) {
    bytes.writeUInt16LE(time, HEAD_BYTES + index * EACH_BYTES)
    bytes.writeUInt8(pitches[index]!, HEAD_BYTES + index * EACH_BYTES + 2)
  }
  return bytes
}

export function unpackLandmarks(packed: Uint8Array): Landmarks {
  const bytes = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength)
  const count = (bytes.length - HEAD_BYTES) / EACH_BYTES
  return {
    times: Uint16Array.from({ length: count }, (_, index) => bytes.readUInt16LE(HEAD_BYTES + index * EACH_BYTES)),
    pitches: Uint8Array.from({ length: count }, (_, index) => bytes[HEAD_BYTES + index * EACH_BYTES + 2]!),
    frames: bytes.readUInt16LE(0),
  }
}
