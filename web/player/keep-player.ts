import { sounding, usePlayer, type Player } from './player.ts'
import { emptyQueue, startList, type Repeat } from './queue.ts'
import { soundFrom } from './sound-from.ts'

const KEY = 'slide.player'
/** Around what plays: a list may be long, and the storage is small. */
const MOST = 200
const REPEATS: readonly Repeat[] = ['off', 'all', 'one']

/** What is played and how far it has come outlives the page. */
export function keepPlayer() {
  addEventListener('pagehide', write)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && write())
  usePlayer.subscribe((now, last) => {
    if (now.state === 'paused' && (now.state !== last.state || now.queue !== last.queue)) write()
  })
}

function write() {
  const { queue, volume, before } = usePlayer.getState()
  const from = Math.max(0, queue.index - MOST / 2)
  const kept = {
    sounds: queue.sounds.slice(from, from + MOST),
    index: queue.index - from,
    sourceKey: queue.sourceKey,
    shuffle: queue.shuffle,
    repeat: queue.repeat,
    volume,
    before,
    seconds: sounding.element?.currentTime ?? 0,
  }
  try {
    localStorage.setItem(KEY, JSON.stringify(kept))
  } catch {
    // this browser keeps nothing
  }
}

/** At rest. Null when there is nothing that could be played. */
export function restorePlayer(): { player: Omit<Player, 'state'>; seconds: number } | null {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Record<string, unknown> | null
    if (!kept || !Array.isArray(kept.sounds)) return null
    const sounds = kept.sounds.map(soundFrom).filter((sound) => sound !== null)
    const { index, sourceKey, seconds } = kept
    if (sounds.length !== kept.sounds.length || typeof index !== 'number' || !sounds[index]) return null
    const modes = {
      ...emptyQueue,
      shuffle: kept.shuffle === true,
      repeat: REPEATS.find((repeat) => repeat === kept.repeat) ?? 'off',
    }
    const queue = startList(modes, sounds, index, typeof sourceKey === 'string' ? sourceKey : null)
    return {
      player: { queue, volume: part(kept.volume) ?? 1, before: part(kept.before) ?? 0 },
      seconds: typeof seconds === 'number' && seconds > 0 ? seconds : 0,
    }
  } catch {
    return null
  }
}

const part = (value: unknown) => (typeof value === 'number' && value >= 0 && value <= 1 ? value : null)
