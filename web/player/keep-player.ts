import { fieldsOf, finiteFrom, readStored, writeStored } from '#web/stored.ts'
import { accountNow } from '#web/session/session.ts'
import { currentAudio, usePlayer, type Player } from './player.ts'
import { emptyQueue, startList, type Queue, type Repeat } from './queue.ts'
import { soundFrom } from './sound-from.ts'
import { isPublic } from './sound.ts'

const KEY = 'slide.player'
/** Keeps so many sounds around the current one, because storage is small. */
const MOST = 200
const REPEATS: readonly Repeat[] = ['off', 'all', 'one']

/** Stores the queue and the position, so that the next page continues from there. */
export function keepPlayer() {
  addEventListener('storage', ({ key }) => key === KEY && (isOvertaken = true))
  addEventListener('pagehide', write)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && write())
  usePlayer.subscribe((now, last) => {
    isOvertaken = false
    if (now.state === 'paused' && (now.state !== last.state || now.queue !== last.queue)) write()
  })
}

/**
 * Another tab has stored its player since this tab last changed. The storage keeps the last sound that was heard in any
 * tab.
 */
let isOvertaken = false

function write() {
  if (isOvertaken) return
  const { queue, volume, before, goesOn } = usePlayer.getState()
  const from = Math.max(0, queue.index - MOST / 2)
  const sounds = queue.sounds.slice(from, from + MOST)
  const kept = {
    account: accountNow(),
    sounds,
    // the places that the sounds have when they are not shuffled
    ...(queue.shuffle && { plain: sounds.map((sound) => queue.plain.indexOf(sound)) }),
    index: queue.index - from,
    sourceKey: queue.sourceKey,
    shuffle: queue.shuffle,
    repeat: queue.repeat,
    volume,
    before,
    goesOn,
    // a finished track starts from the beginning
    seconds: currentAudio.element?.ended ? 0 : (currentAudio.element?.currentTime ?? 0),
  }
  writeStored(KEY, kept)
}

type Kept = { player: Pick<Player, 'queue' | 'volume' | 'before' | 'goesOn'>; seconds: number }

/**
 * The stored player, paused. If a sound of the list is broken, or that of another account, only volume, shuffle and repeat
 * are restored.
 */
export function restorePlayer(): Kept {
  const kept = fieldsOf(readStored(KEY))
  const { index, sourceKey, seconds } = kept
  const given = Array.isArray(kept.sounds) ? kept.sounds : []
  const isSameAccount = kept.account === accountNow()
  const sounds = given
    .map(soundFrom)
    .filter((sound) => sound !== null)
    .filter((sound) => isSameAccount || isPublic(sound))
  const modes = {
    ...emptyQueue,
    shuffle: kept.shuffle === true,
    repeat: REPEATS.find((repeat) => repeat === kept.repeat) ?? 'off',
  }
  const isWhole = sounds.length === given.length && typeof index === 'number'
  const source = typeof sourceKey === 'string' ? sourceKey : null
  return {
    player: {
      queue: isWhole ? withPlain(startList(modes, sounds, index, source), kept.plain) : modes,
      volume: part(kept.volume) ?? 1,
      before: part(kept.before) ?? 0,
      goesOn: kept.goesOn !== false,
    },
    seconds: Math.max(0, finiteFrom(seconds) ?? 0),
  }
}

function withPlain(queue: Queue, places: unknown): Queue {
  if (!Array.isArray(places)) return queue
  const placeOf = new Map(queue.sounds.map((sound, at) => [sound, finiteFrom(places[at]) ?? at]))
  return { ...queue, plain: queue.sounds.toSorted((one, other) => placeOf.get(one)! - placeOf.get(other)!) }
}

const part = (value: unknown) => {
  const number = finiteFrom(value)
  return number !== null && number >= 0 && number <= 1 ? number : null
}
