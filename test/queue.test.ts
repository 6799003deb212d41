import { expect, test } from 'vitest'
import { Random } from '#server/art/random.ts'
import * as q from '#web/player/queue.ts'
import type { Sound } from '#web/player/sound.ts'

const SEED = process.env.QUEUE_SEED ?? String(Date.now())
const sound = (id: number): Sound => ({
  id,
  kind: 'BEAT',
  slug: `beat-${id}`,
  title: `Beat ${id}`,
  artistName: 'Mozer',
  coverUrl: null,
  previewUrl: `/media/${id}.mp3`,
  durationInSeconds: 30,
  style: null,
})
const sounds = (count: number) => Array.from({ length: count }, (_, id) => sound(id + 1))
const queueOf = (count: number, index = 0, more: Partial<q.Queue> = {}): q.Queue => ({
  ...q.startList(q.emptyQueue, sounds(count), index, 'charts:new'),
  ...more,
})
const never = () => {
  throw new Error('nothing here is left to chance')
}

test('a list starts at the pressed sound, and an unknown sound changes nothing', () => {
  const queue = queueOf(3, 1)
  expect(queue).toMatchObject({ index: 1, sourceKey: 'charts:new' })
  expect(q.startList(queue, sounds(2), 2, 'playlist')).toBe(queue)
  expect(q.startList(queue, [], 0, 'playlist')).toBe(queue)
  expect(q.goTo(queue, 3)).toBe(queue)
})

test('the end of a track starts the next one; the end of the list is silent, or starts again with repeat all', () => {
  expect(q.afterEnd(queueOf(3, 0), never)).toBe(1)
  expect(q.afterEnd(queueOf(3, 2), never)).toBeNull()
  expect(q.afterEnd(queueOf(3, 2, { repeat: 'all' }), never)).toBe(0)
  expect(q.afterEnd(queueOf(3, 1, { repeat: 'one' }), never)).toBe(1)
  expect(q.afterEnd(queueOf(3, 1, { repeat: 'one', shuffle: true }), never)).toBe(1)
  expect(q.afterEnd(queueOf(1, 0, { shuffle: true }), never)).toBeNull()
  expect(q.afterEnd(queueOf(1, 0, { shuffle: true, repeat: 'all' }), never)).toBe(0)
  expect(q.afterEnd(q.emptyQueue, never)).toBeNull()
})

test('Next goes from the last sound to the first, whatever repeat says', () => {
  expect(q.afterNext(queueOf(3, 2), never)).toBe(0)
  expect(q.afterNext(queueOf(3, 1, { repeat: 'one' }), never)).toBe(2)
  expect(q.afterNext(queueOf(1, 0, { shuffle: true }), never)).toBe(0)
  expect(q.afterNext(q.emptyQueue, never)).toBeNull()
})

test('Previous restarts a track after two seconds; before that it goes back, and from the first sound to the last', () => {
  expect(q.afterPrevious(queueOf(3, 1), 2.01)).toBe('restart')
  expect(q.afterPrevious(queueOf(3, 1), 2)).toBe(0)
  expect(q.afterPrevious(queueOf(3, 0), 0)).toBe(2)
  expect(q.afterPrevious(q.emptyQueue, 5)).toBeNull()
})

test('the repeat button goes from off to all to one to off', () => {
  const modes = [1, 2, 3].reduce((all) => [...all, q.turnRepeat(all.at(-1)!)], [queueOf(2)])
  expect(modes.map(({ repeat }) => repeat)).toEqual(['off', 'all', 'one', 'off'])
})

test('shuffling plays every track before any repeats, and never one twice in a row', () => {
  for (let round = 0; round < 50; round++) {
    const random = new Random(`shuffle ${SEED} ${round}`)
    const count = random.whole(2, 12)
    let queue = q.withShuffle(queueOf(count, random.whole(0, count - 1)), true)
    const order = [queue.index]
    for (let turn = 1; turn < 3 * count; turn++) {
      queue = q.goTo(
        queue,
        q.afterEnd(queue, () => random.next())!,
      )
      order.push(queue.index)
    }
    const said = `QUEUE_SEED=${SEED}, round ${round}: ${order.join(' ')}`
    for (let from = 0; from < order.length; from += count)
      expect(new Set(order.slice(from, from + count)).size, said).toBe(count)
    expect(
      order.every((index, at) => index !== order[at - 1]),
      said,
    ).toBe(true)
  }
})

/** The same rules in the simplest form: a list of names, and the name that plays. */
type Plain = { names: string[]; now: string | null; shuffle: boolean; repeat: q.Repeat }
const plainOf = (queue: q.Queue): Plain => ({
  names: queue.sounds.map(({ title }) => title),
  now: q.currentOf(queue)?.title ?? null,
  shuffle: queue.shuffle,
  repeat: queue.repeat,
})

test('the queue follows the plain rules after any sequence of presses', () => {
  for (let run = 0; run < 200; run++) {
    const random = new Random(`queue ${SEED} ${run}`)
    let queue = queueOf(random.whole(1, 8))
    const did: string[] = []
    for (let step = 0; step < 40; step++) {
      const before = plainOf(queue)
      const at = before.names.indexOf(before.now ?? '')
      const act = random.pick(['end', 'next', 'previous', 'remove', 'move', 'shuffle', 'repeat', 'start'] as const)
      const [from, to] = [random.whole(0, 8), random.whole(0, 8)]
      did.push(`${act} ${from} ${to}`)
      const said = `QUEUE_SEED=${SEED}, run ${run}: ${did.join(', ')}`
      const { names, now, shuffle, repeat } = before
      const others = names.filter((name) => name !== now)
      const chance = () => random.next()
      if (act === 'end' || act === 'next') {
        const index = act === 'end' ? q.afterEnd(queue, chance) : q.afterNext(queue, chance)
        if (now === null) expect(index, said).toBeNull()
        else if (act === 'end' && repeat === 'one') expect(index, said).toBe(at)
        else if (shuffle && others.length) expect(others, said).toContain(names[index ?? -1])
        else if (at < names.length - 1) expect(index, said).toBe(at + 1)
        else if (act === 'next' || repeat === 'all') expect(index, said).toBe(0)
        else expect(index, said).toBeNull()
        if (index !== null) queue = q.goTo(queue, index)
      } else if (act === 'previous') {
        const index = q.afterPrevious(queue, from)
        if (now === null) expect(index, said).toBeNull()
        else if (from > 2) expect(index, said).toBe('restart')
        else expect(index, said).toBe(at === 0 ? names.length - 1 : at - 1)
        if (typeof index === 'number') queue = q.goTo(queue, index)
      } else if (act === 'remove') {
        queue = q.removeAt(queue, from)
        const left = names.filter((_, index) => index !== from)
        const heir = from === at ? (left[at] ?? left.at(-1) ?? null) : now
        expect(plainOf(queue), said).toEqual({ ...before, names: left, now: heir })
      } else if (act === 'move') {
        queue = q.moveTo(queue, from, to)
        const isInside = from < names.length && to < names.length
        const order = names.filter((_, index) => index !== from)
        if (isInside) order.splice(to, 0, names[from]!)
        expect(plainOf(queue), said).toEqual({ ...before, names: isInside ? order : names, now })
      } else if (act === 'shuffle') queue = q.withShuffle(queue, !shuffle)
      else if (act === 'repeat') queue = q.turnRepeat(queue)
      else queue = q.startList(queue, sounds(from + 1), Math.min(to, from), 'playlist')
      expect(queue.index, said).toBe(queue.sounds.length ? queue.sounds.indexOf(q.currentOf(queue)!) : -1)
    }
  }
})
