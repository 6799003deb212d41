import { fieldsOf, finiteFrom, readStored, writeStored } from '#web/stored.ts'
import { sounding, usePlayer, type Player } from './player.ts'
import { emptyQueue, startList, type Repeat } from './queue.ts'
import { soundFrom } from './sound-from.ts'

const KEY = 'slide.player'
/** Around what plays: a list may be long, and the storage is small. */
const MOST = 200
const REPEATS: readonly Repeat[] = ['off', 'all', 'one']

/** What is played and how far it has come outlives the page. */
export function keepPlayer() {
  addEventListener('storage', ({ key }) => key === KEY && (isOvertaken = true))
  addEventListener('pagehide', write)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && write())
  usePlayer.subscribe((now, last) => {
    isOvertaken = false
    if (now.state === 'paused' && (now.state !== last.state || now.queue !== last.queue)) write()
  })
}

/** Another tab has written since anything happened here: what is kept is what was last heard in this browser. */
let isOvertaken = false

function write() {
  if (isOvertaken) return
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
    seconds: sounding.element?.ended ? 0 : (sounding.element?.currentTime ?? 0), // what is over begins anew
  }
  writeStored(KEY, kept)
}

type Kept = { player: Pick<Player, 'queue' | 'volume' | 'before'>; seconds: number }

/** At rest; of a list that can't be played the modes are left. */
export function restorePlayer(): Kept {
  const kept = fieldsOf(readStored(KEY))
  const { index, sourceKey, seconds } = kept
  const given = Array.isArray(kept.sounds) ? kept.sounds : []
  const sounds = given.map(soundFrom).filter((sound) => sound !== null)
  const modes = {
    ...emptyQueue,
    shuffle: kept.shuffle === true,
    repeat: REPEATS.find((repeat) => repeat === kept.repeat) ?? 'off',
  }
  const isWhole = sounds.length === given.length && typeof index === 'number'
  const source = typeof sourceKey === 'string' ? sourceKey : null
  return {
    player: {
      queue: isWhole ? startList(modes, sounds, index, source) : modes,
      volume: part(kept.volume) ?? 1,
      before: part(kept.before) ?? 0,
    },
    seconds: Math.max(0, finiteFrom(seconds) ?? 0),
  }
}

const part = (value: unknown) => {
  const number = finiteFrom(value)
  return number !== null && number >= 0 && number <= 1 ? number : null
}
