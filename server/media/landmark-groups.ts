import { FRAMES_PER_SECOND, UNITS, type Landmarks } from './landmarks.ts'

const LEAST_GAP = 3 // frames
const MOST_SPAN = Math.round(2.2 * FRAMES_PER_SECOND)
const MOST_LEAP = 19 // semitones
/** So many landmarks after one are joined with it. */
const PARTNERS = 7
/** Groups count time in steps of a tenth of a second, and pitch in semitones: altered copies differ by less. */
const TIME_STEP = 3 // frames
const TIMES = 24 // in the longest span
const PITCHES = 2 * MOST_LEAP + 3

/** One key in so many is kept for the index, chosen by the key itself: so two sounds keep the same ones. */
const KEPT = 32

/** Calls back with the key of three landmarks in a row and the first one's index, for each such group. */
export function eachTriplet(landmarks: Landmarks, found: (key: number, first: number) => void) {
  eachStart(landmarks, (first, partners, count) => {
    for (let i = 0; i < count; i++)
      for (let j = i + 1; j < count; j++) {
        const key = tripletKey(landmarks, first, partners[i]!, partners[j]!)
        if (key !== null) found(key, first)
      }
  })
}

/** The keys of a sound for the index. They are of four landmarks: strangers share far more groups of three. */
export function keysOf(landmarks: Landmarks): number[] {
  const keys = new Set<number>()
  eachStart(landmarks, (first, partners, count) => {
    for (let i = 0; i < count; i++)
      for (let j = i + 1; j < count; j++) {
        const triplet = tripletKey(landmarks, first, partners[i]!, partners[j]!)
        if (triplet === null) continue
        for (let k = j + 1; k < count; k++) {
          const key = mix(Math.imul(triplet, 31) + step(landmarks, first, partners[k]!))
          if ((key >>> 0) % KEPT === 0) keys.add(key)
        }
      }
  })
  return [...keys]
}

/** Calls back with each landmark and the indexes of those that are joined with it. */
function eachStart({ times, pitches }: Landmarks, found: (first: number, partners: Int32Array, count: number) => void) {
  const partners = new Int32Array(PARTNERS)
  for (let first = 0; first < times.length; first++) {
    let count = 0
    for (let next = first + 1; next < times.length && count < PARTNERS; next++) {
      const gap = times[next]! - times[first]!
      if (gap > MOST_SPAN) break
      if (gap >= LEAST_GAP && Math.abs(pitches[next]! - pitches[first]!) <= MOST_LEAP * UNITS) partners[count++] = next
    }
    found(first, partners, count)
  }
}

/** Null if the last two landmarks are too near each other. */
function tripletKey(landmarks: Landmarks, first: number, second: number, third: number) {
  const { times, pitches } = landmarks
  if (times[third]! - times[second]! < LEAST_GAP) return null
  const steps = step(landmarks, first, second) * PITCHES * TIMES + step(landmarks, first, third)
  return mix((semitones(pitches[first]!) * (PITCHES * TIMES) ** 2 + steps) | 0)
}

/** How one landmark follows another, in pitch and time. */
const step = ({ times, pitches }: Landmarks, one: number, other: number) =>
  (semitones(pitches[other]! - pitches[one]!) + MOST_LEAP + 1) * TIMES +
  Math.round((times[other]! - times[one]!) / TIME_STEP)

const semitones = (units: number) => Math.round(units / UNITS)

/** Spreads keys over all numbers of 32 bits. */
function mix(value: number) {
  let key = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  key = Math.imul(key ^ (key >>> 13), 0xc2b2ae35)
  return (key ^ (key >>> 16)) | 0
}
