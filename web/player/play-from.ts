import { play, seekTo, soundNow, toggleCurrent, usePlayer } from './player.ts'
import { isSame, sourceKeyOf, type Sound } from './sound.ts'

/** Plays a sound from a part of the whole, 0 to 1. The current sound goes on in its list, even if it was paused. */
export function playFrom(sound: Sound, part: number) {
  const player = usePlayer.getState()
  const isNow = isSame(soundNow(player), sound)
  if (!isNow) play([sound], 0, sourceKeyOf(sound))
  seekTo(part)
  if (isNow && player.state === 'paused') toggleCurrent()
}
