import { pause, play, soundNow, toggleCurrent, usePlayer } from './player.ts'
import { soundFrom } from './sound-from.ts'
import { isSame } from './sound.ts'

/** Around what is to be played: a page may have any number. */
const MOST = 500

/**
 * The player as any page may drive it, by events of the document: `play-list` with {list, index, sourceKey}, `pause`,
 * `resume` and `get-state`; it tells of itself by `state` with {playing, sourceKey, trackId}.
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
  document.addEventListener('get-state', tell)
  usePlayer.subscribe((now, last) => {
    if (now.state !== last.state || soundNow(now) !== soundNow(last)) tell()
  })
}

/** As `preview-playlist` names them, tracks of a pack or a kit don't say what they are sold in: the source does. */
function ofSource(value: unknown, source: string | null): unknown {
  const [, kind, id] = /^(pack|kit):(\d+)$/.exec(source ?? '') ?? []
  if (!kind || typeof value !== 'object' || value === null || 'kind' in value || !('id' in value)) return value
  return { ...value, id: Number(id), kind: kind.toUpperCase(), trackId: value.id }
}

function tell() {
  const player = usePlayer.getState()
  const sound = soundNow(player)
  const detail = {
    playing: player.state === 'playing',
    sourceKey: player.queue.sourceKey,
    trackId: sound ? (sound.trackId ?? sound.id) : null,
  }
  document.dispatchEvent(new CustomEvent('state', { detail }))
}
