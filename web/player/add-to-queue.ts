import { onDemand } from '#web/on-demand/on-demand.ts'
import { loadAt, start } from './engine.ts'
import { soundNow, usePlayer } from './player.ts'
import { startList } from './queue.ts'
import { put } from './queue-order.ts'
import { isSame, sourceKeyOf, type Sound } from './sound.ts'

const toasts = onDemand(() => import('#web/ui/toast.ts'))

const told = { next: 'Plays next', last: 'Added to queue' }

export function add(sounds: readonly Sound[], place: keyof typeof told) {
  const { queue } = usePlayer.getState()
  const [first] = sounds
  if (!first) return
  if (!soundNow({ queue })) return begin(sounds, first, place)
  const waits = (sound: Sound) =>
    queue.sounds.some((other, at) => at > queue.index && isSame(other, sound) && !other.similar)
  const isIn = (sound: Sound) => isSame(soundNow({ queue }), sound) || (place === 'last' && waits(sound))
  if (sounds.every(isIn)) return say('Already in the queue')
  usePlayer.setState({ queue: put(queue, sounds, place) })
  say(told[place])
}

/** Nothing is in the queue: the sounds become the queue. */
function begin(sounds: readonly Sound[], first: Sound, place: keyof typeof told) {
  if (place === 'next') return start(sounds, 0, sourceKeyOf(first))
  usePlayer.setState(({ queue }) => ({ queue: startList(queue, sounds, 0, sourceKeyOf(first)) }))
  loadAt(first, 0)
  say(told.last)
}

const say = (words: string) => toasts.use(({ toast }) => toast.success(words))
