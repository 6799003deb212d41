import { eachTriplet } from './landmark-groups.ts'
import { FRAMES_PER_SECOND, UNITS, type Landmarks } from './landmarks.ts'

/** Where one sound lies in another: `other frame = ratio * frame + offset`, `shift` fifths of a semitone higher. */
export type Place = { ratio: number; offset: number; shift: number }

const RATIOS = Array.from({ length: 13 }, (_, index) => 0.985 + index * 0.0025) // of speed
const MOST_STRETCH = 0.02
const OFFSET_STEP = 2 // frames
const VOTE_SHARE = 2 // one key in so many votes
const MOST_A_KEY = 40
const LEAST_VOTES = 8
/** The votes within so many frames of a line draw the next, better line. */
const REFINEMENTS = [6, 4, 3]
/** A shorter stretch can't tell the speed. */
const LEAST_SCATTER = 3 * FRAMES_PER_SECOND

/** A group of landmarks that both sounds have: where in each, and how much higher in the other. */
type Votes = { from: number[]; to: number[]; shifts: number[] }

/** The place for which most groups of landmarks speak. Null if the sounds share next to none. */
export function align(one: Landmarks, other: Landmarks): Place | null {
  const votes = votesOf(one, other)
  if (votes.from.length < LEAST_VOTES) return null
  let place = roughPlace(votes, Math.ceil(one.frames * (1 + MOST_STRETCH)), other.frames)
  for (const reach of REFINEMENTS) place = refine(place, votes, reach)
  return place
}

function votesOf(one: Landmarks, other: Landmarks) {
  const places = new Map<number, number[]>()
  eachTriplet(other, (key, at) => {
    if ((key >>> 0) % VOTE_SHARE !== 0) return
    const known = places.get(key)
    if (!known) places.set(key, [at])
    else if (known.length < MOST_A_KEY) known.push(at)
  })
  const votes: Votes = { from: [], to: [], shifts: [] }
  eachTriplet(one, (key, at) => {
    for (const there of places.get(key) ?? []) {
      votes.from.push(one.times[at]!)
      votes.to.push(other.times[there]!)
      votes.shifts.push(other.pitches[there]! - one.pitches[at]!)
    }
  })
  return votes
}

/** Tries speeds and counts the votes for each offset, with its neighbors. */
function roughPlace({ from, to }: Votes, before: number, after: number): Place {
  const counts = new Uint32Array(Math.ceil((before + after) / OFFSET_STEP) + 8)
  let most = 0
  let place = { ratio: 1, offset: 0, shift: 0 }
  for (const ratio of RATIOS) {
    counts.fill(0)
    for (let i = 0; i < from.length; i++) counts[Math.round((to[i]! - ratio * from[i]! + before) / OFFSET_STEP)]!++
    for (let bin = 1; bin < counts.length - 1; bin++) {
      const count = counts[bin]! + (counts[bin - 1]! + counts[bin + 1]!) / 2
      if (count <= most) continue
      most = count
      place = { ratio, offset: bin * OFFSET_STEP - before, shift: 0 }
    }
  }
  return place
}

/** Draws a straight line through the votes near the present one, and takes the shift that most of them have. */
function refine(place: Place, { from, to, shifts }: Votes, reach: number): Place {
  let [count, x, y, xx, xy] = [0, 0, 0, 0, 0]
  const moved = new Map<number, number>()
  for (let i = 0; i < from.length; i++) {
    if (Math.abs(to[i]! - place.ratio * from[i]! - place.offset) > reach) continue
    count++
    x += from[i]!
    y += to[i]!
    xx += from[i]! ** 2
    xy += from[i]! * to[i]!
    moved.set(shifts[i]!, (moved.get(shifts[i]!) ?? 0) + 1)
  }
  if (count === 0) return place
  const scatter = count * xx - x * x
  const isLong = Math.sqrt(Math.max(0, scatter)) / count >= LEAST_SCATTER
  const ratio = isLong ? clamp((count * xy - x * y) / scatter, 1 - MOST_STRETCH, 1 + MOST_STRETCH) : place.ratio
  const [shift] = [...moved].reduce((best, next) => (next[1] > best[1] ? next : best))
  return { ratio, offset: (y - ratio * x) / count, shift: clamp(shift, -UNITS, UNITS) }
}

const clamp = (value: number, least: number, most: number) => Math.max(least, Math.min(most, value))
