import { align, type Place } from './align.ts'
import { FRAMES_PER_SECOND, type Landmarks } from './landmarks.ts'

/** Sounds with fewer keys in common are not compared. */
export const LEAST_SHARED = 4
/** From this score on a sound is a copy. */
export const COPY = 0.53
/** From this score on a person should listen. */
export const ALIKE = 0.4

const NEAR_FRAMES = 2
const NEAR_PITCH = 2 // fifths of a semitone
const WINDOW = Math.round(4 * FRAMES_PER_SECOND)
const LEAST_IN_WINDOW = 12 // landmarks: fewer say nothing
const SAME_WINDOW = 0.45
/** About four seconds of both sounds. The share of fewer landmarks is chance. */
const LEAST_COMPARED = 80

export type SameSound = {
  /** The share of landmarks that the other sound has, too. */
  score: number
  /** `time in the other sound = ratio * time + offsetMs` */
  ratio: number
  offsetMs: number
  /** Where the same sound begins, and for how long it is heard. */
  fromMs: number
  sameMs: number
}

/** Says how much of one sound is the other, and where. Null where there is nothing to compare. */
export function compareSounds(one: Landmarks, other: Landmarks): SameSound | null {
  const place = align(one, other)
  if (!place) return null
  const windows = windowsOf(one, other, place)
  const sum = (part: keyof Window) => windows.reduce((total, window) => total + window[part], 0)
  if (Math.min(sum('asked'), sum('askedBack')) < LEAST_COMPARED) return null
  const score = Math.max(sum('found') / sum('asked'), sum('foundBack') / sum('askedBack'))
  return { score, ratio: place.ratio, offsetMs: milliseconds(place.offset), ...sameStretch(windows, one, other, place) }
}

/** How many landmarks of four seconds were looked for in the other sound and found; and back. */
type Window = { asked: number; found: number; askedBack: number; foundBack: number }

function windowsOf(one: Landmarks, other: Landmarks, { ratio, offset, shift }: Place) {
  const windows = Array.from({ length: Math.ceil(one.frames / WINDOW) }, (): Window => ({
    asked: 0,
    found: 0,
    askedBack: 0,
    foundBack: 0,
  }))
  eachFound(one, other, { ratio, offset, shift }, (time, isFound) => {
    const window = windows[Math.floor(time / WINDOW)]
    if (!window) return
    window.asked++
    if (isFound) window.found++
  })
  const back = { ratio: 1 / ratio, offset: -offset / ratio, shift: -shift }
  eachFound(other, one, back, (time, isFound) => {
    const window = windows[Math.floor((time - offset) / ratio / WINDOW)]
    if (!window) return
    window.askedBack++
    if (isFound) window.foundBack++
  })
  return windows
}

/** Looks for each landmark in the other sound, as far as that reaches. */
function eachFound(
  one: Landmarks,
  other: Landmarks,
  { ratio, offset, shift }: Place,
  tell: (time: number, isFound: boolean) => void,
) {
  let low = 0
  for (const [index, time] of one.times.entries()) {
    const there = ratio * time + offset
    if (there < 0 || there > other.frames) continue
    while (low < other.times.length && other.times[low]! < there - NEAR_FRAMES) low++
    const pitch = one.pitches[index]! + shift
    let at = low
    while (other.times[at]! <= there + NEAR_FRAMES && Math.abs(other.pitches[at]! - pitch) > NEAR_PITCH) at++
    tell(time, other.times[at]! <= there + NEAR_FRAMES)
  }
}

function sameStretch(windows: Window[], one: Landmarks, other: Landmarks, { ratio, offset }: Place) {
  const begin = Math.max(0, -offset / ratio)
  const end = Math.min(one.frames, (other.frames - offset) / ratio)
  const same = windows.flatMap((window, index) => (isSame(window) ? [index] : []))
  return {
    fromMs: milliseconds(Math.max(begin, (same[0] ?? 0) * WINDOW)),
    sameMs: milliseconds(Math.min(Math.max(0, end - begin), same.length * WINDOW)),
  }
}

function isSame({ asked, found, askedBack, foundBack }: Window) {
  return (
    asked + askedBack >= LEAST_IN_WINDOW && Math.max(share(found, asked), share(foundBack, askedBack)) >= SAME_WINDOW
  )
}

const share = (found: number, asked: number) => found / Math.max(4, asked)
const milliseconds = (frames: number) => Math.round((frames / FRAMES_PER_SECOND) * 1_000)
