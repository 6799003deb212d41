import type { Sound } from './sound.ts'

export type Repeat = 'off' | 'all' | 'one'

/** The list of sounds and the current one. The queue knows nothing of time or audio. */
export type Queue = {
  sounds: readonly Sound[]
  /** -1 for an empty queue. */
  index: number
  /** The list's source: beat:7, pack:7, kit:7, charts:new, playlist. */
  sourceKey: string | null
  shuffle: boolean
  repeat: Repeat
  /** The sounds that have already played in this round of shuffling. */
  heard: readonly Sound[]
}

/** A random number from 0 up to, but not including, 1. */
export type Chance = () => number

export const emptyQueue: Queue = { sounds: [], index: -1, sourceKey: null, shuffle: false, repeat: 'off', heard: [] }

export const currentOf = ({ sounds, index }: Queue) => sounds[index]

export const startList = (queue: Queue, sounds: readonly Sound[], index: number, sourceKey: string | null): Queue =>
  sounds[index] ? { ...queue, sounds, index, sourceKey, heard: [sounds[index]] } : queue

/** Makes another sound the current one. */
export function goTo(queue: Queue, index: number): Queue {
  const sound = queue.sounds[index]
  if (!sound) return queue
  const isRoundOver = queue.sounds.every((other) => queue.heard.includes(other))
  const heard = isRoundOver ? [] : queue.heard.filter((other) => other !== sound)
  return { ...queue, index, heard: [...heard, sound] }
}

/** The index that plays after a track has ended; null for silence. */
export function afterEnd(queue: Queue, chance: Chance): number | null {
  const { sounds, index, shuffle, repeat } = queue
  if (index < 0) return null
  if (repeat === 'one') return index
  if (shuffle && sounds.length > 1) return randomOther(queue, chance)
  if (index + 1 < sounds.length) return index + 1
  return repeat === 'all' ? 0 : null
}

/** The index that Next plays. After the last sound comes the first. */
export function afterNext(queue: Queue, chance: Chance): number | null {
  const { sounds, index, shuffle } = queue
  if (index < 0) return null
  return shuffle && sounds.length > 1 ? randomOther(queue, chance) : (index + 1) % sounds.length
}

const RESTARTS_AFTER = 2 // seconds

/** Previous restarts a track that has played for a while. Otherwise it plays the one before. */
export function afterPrevious({ sounds, index }: Queue, played: number): 'restart' | number | null {
  if (index < 0) return null
  if (played > RESTARTS_AFTER) return 'restart'
  return (index - 1 + sounds.length) % sounds.length
}

/** A random other sound. Every sound plays once before one is repeated. */
function randomOther({ sounds, index, heard }: Queue, chance: Chance) {
  const others = sounds.flatMap((_, at) => (at === index ? [] : [at]))
  const unheard = others.filter((at) => !heard.includes(sounds[at]!))
  const choice = unheard.length ? unheard : others
  return choice[Math.floor(chance() * choice.length)]!
}

export const withShuffle = (queue: Queue, shuffle: boolean): Queue => {
  const current = currentOf(queue)
  return { ...queue, shuffle, heard: current ? [current] : [] }
}

const nextRepeat: Record<Repeat, Repeat> = { off: 'all', all: 'one', one: 'off' }
export const turnRepeat = (queue: Queue): Queue => ({ ...queue, repeat: nextRepeat[queue.repeat] })

/** Removes a sound. If it is the current one, the next one becomes current, or the one before if it was the last. */
export function removeAt(queue: Queue, at: number): Queue {
  const gone = queue.sounds[at]
  if (!gone) return queue
  const sounds = queue.sounds.toSpliced(at, 1)
  const index = at < queue.index ? queue.index - 1 : Math.min(queue.index, sounds.length - 1)
  return { ...queue, sounds, index, heard: queue.heard.filter((sound) => sound !== gone) }
}

/** Moves a sound. The current sound stays the same one, wherever it moves. */
export function moveTo(queue: Queue, from: number, to: number): Queue {
  const { sounds, index } = queue
  const moved = sounds[from]
  if (!moved || !sounds[to]) return queue
  const order = sounds.toSpliced(from, 1).toSpliced(to, 0, moved)
  if (from === index) return { ...queue, sounds: order, index: to }
  // compares places, because the list may contain a sound twice
  const shift = from < index && to >= index ? -1 : from > index && to <= index ? 1 : 0
  return { ...queue, sounds: order, index: index + shift }
}

/** Gives a sound a new address. */
export const withUrl = (queue: Queue, at: number, previewUrl: string): Queue => {
  const sound = queue.sounds[at]
  if (!sound) return queue
  const fresh = { ...sound, previewUrl }
  const swap = (other: Sound) => (other === sound ? fresh : other)
  return { ...queue, sounds: queue.sounds.with(at, fresh), heard: queue.heard.map(swap) }
}
