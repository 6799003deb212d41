import { usePlayer } from './player.ts'
import { turnRepeat, withoutComing, withShuffle } from './queue-order.ts'

const UNMUTED = 0.8

/** 0 to 1; 0 is muted. */
export const setVolume = (volume: number) => usePlayer.setState({ volume: Math.min(1, Math.max(0, volume)) || 0 })

/** Unmuting restores the last volume, or a slightly reduced one. */
export const toggleMute = () =>
  usePlayer.setState(({ volume, before }) =>
    volume > 0 ? { volume: 0, before: volume } : { volume: before || UNMUTED },
  )

export const turnShuffle = () =>
  usePlayer.setState(({ queue }) => ({ queue: withShuffle(queue, !queue.shuffle, Math.random) }))
export const nextRepeat = () => usePlayer.setState(({ queue }) => ({ queue: turnRepeat(queue) }))

/** Without them, those that wait in the queue leave it, too. */
export const setGoesOn = (goesOn: boolean) =>
  usePlayer.setState(({ queue }) => ({
    goesOn,
    queue: goesOn ? queue : withoutComing(queue, ({ similar = false }) => similar),
  }))
