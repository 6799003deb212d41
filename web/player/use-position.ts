import { useEffect } from 'react'
import { loadEngine, sounding, usePlayer } from './player.ts'

/** Steps of the whole: what moves by less is not seen, and not drawn. */
const STEPS = 2_000

/** Tells how far the sound has come, frame by frame while it plays: time goes to the page without React. */
export function usePosition(current: boolean, show: (seconds: number, length: number | undefined) => void) {
  const playing = usePlayer((player) => player.state === 'playing')
  const nth = usePlayer((player) => player.queue.index)
  // after each render, which are few: `show` may use all that it sees
  useEffect(() => {
    if (!current) return
    const audio = sounding.element
    if (!audio) return void loadEngine()
    let frame = 0
    let shown = NaN
    const tell = () => show(audio.currentTime, audio.duration || undefined)
    const run = () => {
      const step = Math.round((audio.currentTime / audio.duration) * STEPS)
      if (step !== shown) tell()
      shown = step
      frame = requestAnimationFrame(run)
    }
    tell()
    if (playing) run()
    const moments = ['seeked', 'seeking', 'loadedmetadata'] as const
    for (const moment of moments) audio.addEventListener(moment, tell)
    return () => {
      cancelAnimationFrame(frame)
      for (const moment of moments) audio.removeEventListener(moment, tell)
    }
  }, [current, playing, nth, show])
}
