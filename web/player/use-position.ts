import { useEffect } from 'react'
import type { Moment } from '#web/ui/move-wave.ts'
import { loadEngine, currentAudio, usePlayer } from './player.ts'

const MOMENTS = ['timeupdate', 'seeking', 'seeked', 'loadedmetadata', 'playing', 'waiting', 'pause'] as const

/** Calls `show` with the position, a few times a second while a sound plays. The page is updated without React. */
export function usePosition(current: boolean, length: number | null, show: (moment: Moment) => void) {
  const nth = usePlayer((player) => player.queue.index)
  const state = usePlayer((player) => player.state)
  useEffect(() => {
    if (!current) return
    const audio = currentAudio.element
    if (!audio) return loadEngine()
    const tell = () =>
      show({
        seconds: audio.currentTime,
        length: (Number.isFinite(audio.duration) && audio.duration) || length || 1,
        goesOn: !audio.paused && !audio.seeking && audio.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA,
      })
    tell()
    for (const moment of MOMENTS) audio.addEventListener(moment, tell)
    return () => MOMENTS.forEach((moment) => audio.removeEventListener(moment, tell))
  }, [current, nth, state, length, show])
}
