import { pause, play, soundNow, toggleCurrent, usePlayer } from './player.ts'
import { soundFrom } from './sound-from.ts'
import { isSame } from './sound.ts'

/**
 * The player as any page may drive it, by events of the document: `play-list` with {list, index, sourceKey}, `pause`,
 * `resume` and `get-state`; it tells of itself by `state` with {playing, sourceKey, trackId}.
 */
export function watchDocument() {
  document.addEventListener('play-list', (event) => {
    const { list, index = 0, sourceKey = null } = ((event as CustomEvent).detail ?? {}) as Record<string, unknown>
    if (!Array.isArray(list) || typeof index !== 'number') return
    const given = list.map(soundFrom)
    const wanted = given[index]
    if (!wanted) return
    const sounds = given.filter((sound) => sound !== null)
    const once = sounds.filter((sound, at) => sounds.findIndex((other) => isSame(other, sound)) === at)
    play(
      once,
      once.findIndex((sound) => isSame(sound, wanted)),
      typeof sourceKey === 'string' ? sourceKey : null,
    )
  })
  document.addEventListener('pause', () => pause())
  document.addEventListener('resume', () => usePlayer.getState().state === 'paused' && toggleCurrent())
  document.addEventListener('get-state', tell)
  usePlayer.subscribe((now, last) => {
    if (now.state !== last.state || soundNow(now) !== soundNow(last)) tell()
  })
}

function tell() {
  const player = usePlayer.getState()
  const detail = {
    playing: player.state === 'playing',
    sourceKey: player.queue.sourceKey,
    trackId: soundNow(player)?.id ?? null,
  }
  document.dispatchEvent(new CustomEvent('state', { detail }))
}
