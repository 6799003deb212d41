import { expect, test } from 'vitest'
import type { Item } from '#contract/item.ts'
import type { Slots } from '#contract/promotion-slots.ts'
import { shelfWithSlot } from './shelf-with-slot.ts'
import { withSlots } from './with-slots.ts'

const item = (id: number, kind = 'BEAT') => ({ id, kind, promoted: false }) as Item
const items = (count: number) => Array.from({ length: count }, (_, index) => item(index + 1))
const drawn = (ids: number[], places = 5, kind = 'BEAT'): Slots => ({
  slots: ids.map((id) => ({ token: `slot ${id}`, item: item(id, kind) })),
  empty: Array.from({ length: places }, (_, index) => `empty ${index}`),
})
const idsOf = (list: { item: Item }[]) => list.map(({ item: { id } }) => id)

test('every fifth item is a promoted one, marked, and the others keep their order and ranks', () => {
  const list = withSlots(items(60), drawn([101, 102, 103, 104, 105]), 1)
  expect(list.flatMap(({ isPromoted }, index) => (isPromoted ? [index + 1] : []))).toEqual([5, 10, 15, 20, 25])
  expect(list.filter(({ isPromoted }) => isPromoted).every(({ item: { promoted } }) => promoted)).toBe(true)
  const others = list.filter(({ isPromoted }) => !isPromoted)
  expect(idsOf(others)).toEqual(idsOf(withSlots(items(60), undefined)))
  expect(others.map(({ rank }) => rank)).toEqual(idsOf(others))
})

test.each([0, 1, 3, 4, 7, 8, 9, 50])('of a list of %i never more than a fifth is promoted', (count) => {
  const list = withSlots(items(count), drawn([101, 102, 103, 104, 105, 106, 107]))
  const promoted = list.filter(({ isPromoted }) => isPromoted).length
  expect(promoted).toBeLessThanOrEqual(list.length / 5)
  expect(promoted).toBeLessThanOrEqual(5)
})

test('an item that stands in the list already is not shown twice, and a spare one takes its place', () => {
  const list = withSlots(items(20), drawn([3, 101, 20, 102]))
  expect(new Set(idsOf(list)).size).toBe(list.length)
  expect(idsOf(list.filter(({ isPromoted }) => isPromoted))).toEqual([101, 102])
})

test('the item at a place that stays empty tells that the place was seen', () => {
  const list = withSlots(items(12), drawn([101], 3))
  expect(list.flatMap(({ token }, index) => (token ? [[index + 1, token]] : []))).toEqual([
    [5, 'slot 101'],
    [10, 'empty 1'],
  ])
})

test('a full shelf has one promoted item of its kind, the second of five', () => {
  const slots: Slots = { ...drawn([101, 102], 3), slots: [...drawn([101], 3, 'KIT').slots, ...drawn([102]).slots] }
  expect(idsOf(shelfWithSlot(items(5), slots, { place: 0 }))).toEqual([1, 102, 2, 3, 4])
  expect(idsOf(shelfWithSlot(items(3), slots, { place: 0 })), 'too short').toEqual([1, 2, 3])
  expect(idsOf(shelfWithSlot(items(5), drawn([3]), { place: 0 })), 'shown already').toEqual([1, 2, 3, 4, 5])
  expect(idsOf(shelfWithSlot(items(5), drawn([3, 102]), { place: 0 })), 'the spare one').toEqual([1, 102, 2, 3, 4])
  const elsewhere = shelfWithSlot(items(5), drawn([101]), { place: 0, elsewhere: [item(101)] })
  expect(idsOf(elsewhere), 'shown in another list of the page').toEqual([1, 2, 3, 4, 5])
  expect(elsewhere[1]?.token).toBe('empty 0')
  expect(shelfWithSlot(items(5), drawn([], 3), { place: 2 })[1]?.token).toBe('empty 2')
})
