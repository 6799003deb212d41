import { expect, test } from 'vitest'
import { Random } from '#server/art/random.ts'
import { currentOf, emptyQueue, startList, type Queue, type Repeat } from '#web/player/queue.ts'
import * as q from '#web/player/queue-order.ts'
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
const queueOf = (count: number, index = 0, more: Partial<Queue> = {}): Queue => ({
  ...startList(emptyQueue, sounds(count), index, 'charts:new'),
  ...more,
})
const never = () => {
  throw new Error('nothing here is left to chance')
}

test('a list starts at the pressed sound, and an unknown sound changes nothing', () => {
  const queue = queueOf(3, 1)
  expect(queue).toMatchObject({ index: 1, sourceKey: 'charts:new' })
  expect(startList(queue, sounds(2), 2, 'playlist')).toBe(queue)
  expect(startList(queue, [], 0, 'playlist')).toBe(queue)
  expect(q.goTo(queue, 3, never)).toBe(queue)
})

test('the end of a track starts the next one; the end of the list is silent, or starts again with repeat all', () => {
  expect(q.afterEnd(queueOf(3, 0))).toBe(1)
  expect(q.afterEnd(queueOf(3, 2))).toBeNull()
  expect(q.afterEnd(queueOf(3, 2, { repeat: 'all' }))).toBe(0)
  expect(q.afterEnd(queueOf(3, 1, { repeat: 'one' }))).toBe(1)
  expect(q.afterEnd(queueOf(3, 1, { repeat: 'one', shuffle: true }))).toBe(1)
  expect(q.afterEnd(queueOf(1, 0, { shuffle: true }))).toBeNull()
  expect(q.afterEnd(queueOf(1, 0, { shuffle: true, repeat: 'all' }))).toBe(0)
  expect(q.afterEnd(emptyQueue)).toBeNull()
})

test('Next goes from the last sound to the first, whatever repeat says', () => {
  expect(q.afterNext(queueOf(3, 2))).toBe(0)
  expect(q.afterNext(queueOf(3, 1, { repeat: 'one' }))).toBe(2)
  expect(q.afterNext(queueOf(1, 0, { shuffle: true }))).toBe(0)
  expect(q.afterNext(emptyQueue)).toBeNull()
})

test('Previous restarts a track after two seconds; before that it goes back, and from the first sound to the last', () => {
  expect(q.afterPrevious(queueOf(3, 1), 2.01)).toBe('restart')
  expect(q.afterPrevious(queueOf(3, 1), 2)).toBe(0)
  expect(q.afterPrevious(queueOf(3, 0), 0)).toBe(2)
  expect(q.afterPrevious(emptyQueue, 5)).toBeNull()
})

test('the repeat button goes from off to all to one to off', () => {
  const modes = [1, 2, 3].reduce((all) => [...all, q.turnRepeat(all.at(-1)!)], [queueOf(2)])
  expect(modes.map(({ repeat }) => repeat)).toEqual(['off', 'all', 'one', 'off'])
})

test('shuffling plays every track before any repeats, and never one twice in a row', () => {
  for (let round = 0; round < 50; round++) {
    const random = new Random(`shuffle ${SEED} ${round}`)
    const chance = () => random.next()
    const count = random.whole(2, 12)
    let queue = q.withShuffle(queueOf(count, random.whole(0, count - 1)), true, chance)
    const order = [currentOf(queue)!.id]
    for (let turn = 1; turn < 3 * count; turn++) {
      const next = q.afterEnd(queue)!
      const announced = queue.sounds[next]!.id
      queue = q.goTo(queue, next, chance)
      expect(currentOf(queue)!.id).toBe(announced)
      order.push(currentOf(queue)!.id)
    }
    const said = `QUEUE_SEED=${SEED}, round ${round}: ${order.join(' ')}`
    for (let from = 0; from < order.length; from += count)
      expect(new Set(order.slice(from, from + count)).size, said).toBe(count)
    expect(
      order.every((id, at) => id !== order[at - 1]),
      said,
    ).toBe(true)
  }
})

test('a sound that is chosen while shuffling skips no other, and Previous goes back to the one before it', () => {
  const random = new Random(`chosen ${SEED}`)
  const chance = () => random.next()
  const queue = q.withShuffle(queueOf(6), true, chance)
  const chosen = q.goTo(queue, 4, chance)
  expect(currentOf(chosen)).toBe(queue.sounds[4])
  expect(new Set(chosen.sounds.slice(chosen.index + 1))).toEqual(new Set(queue.sounds.toSpliced(4, 1).slice(1)))
  expect(chosen.sounds[q.afterPrevious(chosen, 0) as number]).toBe(currentOf(queue))
})

test('the old order returns when shuffling ends, with all that was done meanwhile', () => {
  const random = new Random(`plain ${SEED}`)
  let queue = q.withShuffle(queueOf(5), true, () => random.next())
  queue = q.removeAt(queue, queue.sounds.indexOf(queue.plain[3]!))
  queue = q.put(queue, [sound(8)], 'next')
  queue = q.put(queue, [sound(9)], 'last')
  const back = q.withShuffle(queue, false, never)
  expect(back.sounds.map(({ id }) => id)).toEqual([1, 8, 2, 3, 5, 9])
  expect(currentOf(back)).toBe(currentOf(queue))
})

test('a sound is in the queue once: adding it again moves it, and the current one stays', () => {
  const ids = (queue: Queue) => queue.sounds.map(({ id }) => id)
  const queue = queueOf(4, 1)
  expect(ids(q.put(queue, [sound(4), sound(2)], 'next'))).toEqual([1, 2, 4, 3])
  expect(ids(q.put(queue, [sound(1), sound(7)], 'last'))).toEqual([2, 3, 4, 1, 7])
  expect(q.put(queue, [sound(1)], 'last').index).toBe(0)
  const similar = q.put(queue, [{ ...sound(5), similar: true }], 'last')
  expect(ids(q.put(similar, [sound(6)], 'last'))).toEqual([1, 2, 3, 4, 6, 5])
  expect(ids(q.withoutComing(similar, (one) => one.similar === true))).toEqual([1, 2, 3, 4])
  expect(plainOf(q.cleared(queue))).toMatchObject({ names: ['Beat 2'], now: 'Beat 2' })
})

/** The same rules in the simplest form: a list of names, and the name that plays. */
type Plain = { names: string[]; now: string | null; shuffle: boolean; repeat: Repeat }
const plainOf = (queue: Queue): Plain => ({
  names: queue.sounds.map(({ title }) => title),
  now: currentOf(queue)?.title ?? null,
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
        const index = act === 'end' ? q.afterEnd(queue) : q.afterNext(queue)
        if (now === null) expect(index, said).toBeNull()
        else if (act === 'end' && repeat === 'one') expect(index, said).toBe(at)
        else if (shuffle && others.length) expect(others, said).toContain(names[index ?? -1])
        else if (at < names.length - 1) expect(index, said).toBe(at + 1)
        else if (act === 'next' || repeat === 'all') expect(index, said).toBe(0)
        else expect(index, said).toBeNull()
        if (index !== null) queue = q.goTo(queue, index, chance)
      } else if (act === 'previous') {
        const index = q.afterPrevious(queue, from)
        if (now === null) expect(index, said).toBeNull()
        else if (from > 2) expect(index, said).toBe('restart')
        else expect(index, said).toBe(at === 0 ? names.length - 1 : at - 1)
        if (typeof index === 'number') queue = q.goTo(queue, index, chance)
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
      } else if (act === 'shuffle') queue = q.withShuffle(queue, !shuffle, chance)
      else if (act === 'repeat') queue = q.turnRepeat(queue)
      else queue = startList(queue, sounds(from + 1), Math.min(to, from), 'playlist')
      expect(new Set(queue.plain), said).toEqual(new Set(queue.sounds))
      expect(queue.index, said).toBe(queue.sounds.length ? queue.sounds.indexOf(currentOf(queue)!) : -1)
    }
  }
})
