import { useEffect } from 'react'
import { audioElement, usePlayer } from './player.ts'

/** Tells how far the sound has come, sixty times a second while it plays: time goes to the page without React. */
export function usePosition(current: boolean, show: (seconds: number, length: number | undefined) => void) {
  const playing = usePlayer((player) => player.state === 'playing')
  // after each render, which are few: `show` may use all that it sees
  useEffect(() => {
    if (!current) return
    const audio = audioElement()
    let frame = 0
    const tell = () => show(audio.currentTime, audio.duration || undefined)
    const run = () => {
      tell()
      frame = requestAnimationFrame(run)
    }
    if (playing) run()
    else tell()
    audio.addEventListener('seeked', tell)
    audio.addEventListener('loadedmetadata', tell)
    return () => {
      cancelAnimationFrame(frame)
      audio.removeEventListener('seeked', tell)
      audio.removeEventListener('loadedmetadata', tell)
    }
  })
}
