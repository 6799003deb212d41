import { coverFolder } from '#web/items/cover-folder.ts'
import { pause, seekBy, seekTo, currentAudio, soundNow, step, toggleCurrent, usePlayer } from './player.ts'

const STEP = 5

/** Shows title, cover and buttons on the system's lock screen, and answers the keys of headsets. */
export function showOnLockScreen() {
  if (!('mediaSession' in navigator)) return
  const session = navigator.mediaSession
  const on = (action: MediaSessionAction, handler: MediaSessionActionHandler) => {
    try {
      session.setActionHandler(action, handler)
    } catch {
      // this browser does not know the action
    }
  }
  on('play', () => usePlayer.getState().state === 'paused' && toggleCurrent())
  on('pause', pause)
  on('stop', pause)
  on('previoustrack', () => step(-1))
  on('nexttrack', () => step(1))
  on('seekbackward', ({ seekOffset }) => seekBy(-(seekOffset ?? STEP)))
  on('seekforward', ({ seekOffset }) => seekBy(seekOffset ?? STEP))
  on('seekto', ({ seekTime }) => {
    const length = currentAudio.element?.duration
    if (seekTime !== undefined && length) seekTo(seekTime / length)
  })
  let shown: ReturnType<typeof soundNow>
  usePlayer.subscribe((player) => {
    const sound = soundNow(player)
    if (sound !== shown) session.metadata = sound ? new MediaMetadata(described(sound)) : null
    shown = sound
    session.playbackState = sound ? (player.state === 'paused' ? 'paused' : 'playing') : 'none'
    tellPosition()
  })
}

const described = ({ title, artistName, coverUrl }: NonNullable<ReturnType<typeof soundNow>>) => ({
  title,
  artist: artistName,
  ...(coverUrl && {
    artwork: [160, 320, 640].map((size) => ({
      src: `${coverFolder(coverUrl)}/${size}.webp`,
      sizes: `${size}x${size}`,
      type: 'image/webp',
    })),
  }),
})

/** Tells the system the position. While playing, the system counts on by itself. */
export function tellPosition() {
  if (!('mediaSession' in navigator)) return
  const element = currentAudio.element
  if (usePlayer.getState().state === 'loading' || !element || !Number.isFinite(element.duration)) return
  navigator.mediaSession.setPositionState({
    duration: element.duration,
    position: Math.min(element.currentTime, element.duration),
    playbackRate: element.playbackRate,
  })
}
