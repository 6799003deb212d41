import { useEffect } from 'react'
import type { Moment } from '#web/ui/move-wave.ts'
import { loadEngine, sounding, usePlayer } from './player.ts'

const MOMENTS = ['timeupdate', 'seeking', 'seeked', 'loadedmetadata', 'playing', 'waiting', 'pause'] as const

/** Tells where the sound is, a few times a second while it plays: time goes to the page without React. */
export function usePosition(current: boolean, length: number | null, show: (moment: Moment) => void) {
  const nth = usePlayer((player) => player.queue.index)
  const state = usePlayer((player) => player.state)
  useEffect(() => {
    if (!current) return
    const audio = sounding.element
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
