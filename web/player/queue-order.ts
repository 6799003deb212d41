import { currentOf, type Queue, type Repeat } from './queue.ts'
import { isSame, type Sound } from './sound.ts'

/** A random number from 0 up to, but not including, 1. */
type Chance = () => number

/** Makes another sound the current one. */
export function goTo(queue: Queue, index: number, chance: Chance): Queue {
  const last = queue.sounds.length - 1
  if (!queue.sounds[index]) return queue
  if (!queue.shuffle) return { ...queue, index }
  const isNewRound = index === 0 && queue.index === last
  if (isNewRound) return mixed({ ...queue, index }, chance)
  // a later sound is moved next, so that none is skipped
  const at = Math.min(index, queue.index + 1)
  const moved = { ...moveTo(queue, index, at), index: at }
  return at === last ? withNewFirst(moved, chance) : moved
}

/** Chooses the first sound of the next round, so that it can be loaded. */
function withNewFirst(queue: Queue, chance: Chance): Queue {
  const others = queue.sounds.length - 2 // without the current one and the one before it, to which Previous returns
  if (others < 1) return queue
  const at = Math.floor(chance() * others)
  return { ...queue, sounds: [queue.sounds[at]!, ...queue.sounds.toSpliced(at, 1)] }
}

/** The index that plays after a track has ended; null for silence. Shuffling has no end. */
export function afterEnd({ sounds, index, shuffle, repeat }: Queue): number | null {
  if (index < 0) return null
  if (repeat === 'one') return index
  if (index + 1 < sounds.length) return index + 1
  return repeat === 'all' || (shuffle && sounds.length > 1) ? 0 : null
}

/** The index that Next plays. After the last sound comes the first. */
export const afterNext = ({ sounds, index }: Queue): number | null => (index < 0 ? null : (index + 1) % sounds.length)

const RESTARTS_AFTER = 2 // seconds

/** Previous restarts a track that has played for a while. Otherwise it plays the one before. */
export function afterPrevious({ sounds, index }: Queue, played: number): 'restart' | number | null {
  if (index < 0) return null
  if (played > RESTARTS_AFTER) return 'restart'
  return (index - 1 + sounds.length) % sounds.length
}

/** The current sound, then all others in random order. */
function mixed(queue: Queue, chance: Chance): Queue {
  const current = currentOf(queue)
  if (!current) return queue
  const others = queue.sounds.filter((sound) => sound !== current)
  for (let last = others.length - 1; last > 0; last--) {
    const at = Math.floor(chance() * (last + 1))
    ;[others[last], others[at]] = [others[at]!, others[last]!]
  }
  return { ...queue, sounds: [current, ...others], index: 0 }
}

export function withShuffle(queue: Queue, shuffle: boolean, chance: Chance): Queue {
  if (shuffle) return mixed({ ...queue, shuffle }, chance)
  const current = currentOf(queue)
  return { ...queue, shuffle, sounds: queue.plain, index: current ? queue.plain.indexOf(current) : -1 }
}

const nextRepeat: Record<Repeat, Repeat> = { off: 'all', all: 'one', one: 'off' }
export const turnRepeat = (queue: Queue): Queue => ({ ...queue, repeat: nextRepeat[queue.repeat] })

/** Removes a sound. If it is the current one, the next one becomes current, or the one before if it was the last. */
export function removeAt(queue: Queue, at: number): Queue {
  const gone = queue.sounds[at]
  if (!gone) return queue
  const sounds = queue.sounds.toSpliced(at, 1)
  const index = at < queue.index ? queue.index - 1 : Math.min(queue.index, sounds.length - 1)
  return { ...queue, sounds, index, plain: queue.plain.filter((sound) => sound !== gone) }
}

/** Moves a sound. The current sound stays the same one, wherever it moves. */
export function moveTo(queue: Queue, from: number, to: number): Queue {
  const moved = queue.sounds[from]
  const current = currentOf(queue)
  if (!moved || !current || !queue.sounds[to]) return queue
  const sounds = queue.sounds.toSpliced(from, 1).toSpliced(to, 0, moved)
  return { ...queue, sounds, index: sounds.indexOf(current), plain: queue.shuffle ? queue.plain : sounds }
}

/**
 * Puts sounds after the current one, or at the end, but before similar beats. A sound that is in the queue already moves
 * there; the current one stays.
 */
export function put(queue: Queue, more: readonly Sound[], place: 'next' | 'last'): Queue {
  const current = currentOf(queue)
  const fresh = more.filter((sound) => !isSame(current, sound))
  const into = (list: readonly Sound[]) => {
    const others = list.filter((sound) => !fresh.some((other) => isSame(sound, other)))
    const next = current ? others.indexOf(current) + 1 : 0
    const similar = others.findIndex((sound, at) => at >= next && sound.similar)
    const last = similar < 0 ? others.length : similar
    return others.toSpliced(place === 'next' ? next : last, 0, ...fresh)
  }
  const sounds = into(queue.sounds)
  return { ...queue, sounds, plain: into(queue.plain), index: current ? sounds.indexOf(current) : 0 }
}

/** The sounds that are still to come and pass the test are removed. */
export function withoutComing(queue: Queue, isGone: (sound: Sound) => boolean): Queue {
  const sounds = queue.sounds.filter((sound, at) => at <= queue.index || !isGone(sound))
  return { ...queue, sounds, plain: queue.plain.filter((sound) => sounds.includes(sound)) }
}

/** Only the current sound stays. */
export function cleared(queue: Queue): Queue {
  const sounds = queue.sounds.slice(queue.index, queue.index + 1)
  return { ...queue, sounds, plain: sounds, index: sounds.length - 1 }
}

export const isSameList = (one: readonly Sound[], other: readonly Sound[]) =>
  one.length === other.length && one.every((sound, at) => isSame(sound, other[at]!))

/** Gives a sound a new address. */
export function withUrl(queue: Queue, at: number, previewUrl: string): Queue {
  const sound = queue.sounds[at]
  if (!sound) return queue
  const fresh = { ...sound, previewUrl }
  const swap = (other: Sound) => (other === sound ? fresh : other)
  return { ...queue, sounds: queue.sounds.map(swap), plain: queue.plain.map(swap) }
}
