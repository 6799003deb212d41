import type { Sound } from './sound.ts'

export type Repeat = 'off' | 'all' | 'one'

/** The list of sounds and the current one. The queue knows nothing of time or audio. */
export type Queue = {
  /** In the order of playing, each sound once. */
  sounds: readonly Sound[]
  /** -1 for an empty queue. */
  index: number
  /** The list's source: beat:7, pack:7, kit:7, charts:new, playlist. */
  sourceKey: string | null
  shuffle: boolean
  repeat: Repeat
  /** The same sounds in the order that returns when shuffling ends. */
  plain: readonly Sound[]
  /** The list as it was pressed. Changes of the queue leave it as it is. */
  given: readonly Sound[]
}

export const emptyQueue: Queue = {
  sounds: [],
  index: -1,
  sourceKey: null,
  shuffle: false,
  repeat: 'off',
  plain: [],
  given: [],
}

export const currentOf = ({ sounds, index }: Queue) => sounds[index]

/** The pressed list takes the place of the queue. */
export const startList = (queue: Queue, sounds: readonly Sound[], index: number, sourceKey: string | null): Queue =>
  sounds[index] ? { ...queue, sounds, plain: sounds, given: sounds, index, sourceKey } : queue
