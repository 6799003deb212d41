import { pause, play, soundNow, toggleCurrent, usePlayer } from './player.ts'
import { soundFrom } from './sound-from.ts'
import { isSame } from './sound.ts'

/** A page may send a list of any length; so many sounds around the wanted one are kept. */
const MOST = 500

/**
 * Any page can drive the player by events of the document: `play-list` with {list, index, sourceKey}, `pause`, `resume`
 * and `get-state`. The player answers with the event `state`: {playing, sourceKey, trackId}.
 */
export function watchDocument() {
  document.addEventListener('play-list', (event) => {
    const { list, index = 0, sourceKey = null } = ((event as CustomEvent).detail ?? {}) as Record<string, unknown>
    if (!Array.isArray(list) || typeof index !== 'number') return
    const source = typeof sourceKey === 'string' ? sourceKey : null
    const from = Math.max(0, index - MOST / 2)
    const given = list.slice(from, from + MOST).map((value) => soundFrom(ofSource(value, source)))
    const wanted = given[index - from]
    if (!wanted) return
    const sounds = given.filter((sound) => sound !== null)
    const once = sounds.filter((sound, at) => sounds.findIndex((other) => isSame(other, sound)) === at)
    play(
      once,
      once.findIndex((sound) => isSame(sound, wanted)),
      source,
    )
  })
  document.addEventListener('pause', () => pause())
  document.addEventListener('resume', () => usePlayer.getState().state === 'paused' && toggleCurrent())
  document.addEventListener('get-state', tellState)
  usePlayer.subscribe((now, last) => {
    if (now.state !== last.state || soundNow(now) !== soundNow(last)) tellState()
  })
}

/** Tracks from `preview-playlist` don't name their pack or kit. The source key does. */
function ofSource(value: unknown, source: string | null): unknown {
  const [, kind, id] = /^(pack|kit):(\d+)$/.exec(source ?? '') ?? []
  if (!kind || typeof value !== 'object' || value === null || 'kind' in value || !('id' in value)) return value
  return { ...value, id: Number(id), kind: kind.toUpperCase(), trackId: value.id }
}

function tellState() {
  const player = usePlayer.getState()
  const sound = soundNow(player)
  const detail = {
    playing: player.state === 'playing',
    sourceKey: player.queue.sourceKey,
    trackId: sound ? (sound.trackId ?? sound.id) : null,
  }
  document.dispatchEvent(new CustomEvent('state', { detail }))
}
