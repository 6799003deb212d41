import { expect, test } from 'vitest'
import { barsOf, isNamed, paceEndOf, plannedDays, ticksOf } from './chart.ts'

const plan = { startsAt: '2026-11-13T10:00:00.000Z', endsAt: '2026-11-27T10:00:00.000Z' }
const days = [
  { day: '2026-11-13', impressions: 300 },
  { day: '2026-11-15', impressions: 200 },
]

test('each day has a bar: counted ones, days without impressions, today and those to come', () => {
  const bars = barsOf({ ...plan, days, endedAt: null }, new Date('2026-11-15T12:00:00Z'))
  expect(bars).toHaveLength(15)
  expect(bars.slice(0, 4)).toEqual([
    { day: '2026-11-13', impressions: 300, sum: 300, state: 'past' },
    { day: '2026-11-14', impressions: 0, sum: 300, state: 'past' },
    { day: '2026-11-15', impressions: 200, sum: 500, state: 'today' },
    { day: '2026-11-16', impressions: 0, sum: 500, state: 'to come' },
  ])
  expect(bars.at(-1)).toMatchObject({ day: '2026-11-27', state: 'to come' })
})

test('a promotion that runs on has bars past its days, and one that ended early stops there', () => {
  const late = barsOf({ ...plan, days, endedAt: null }, new Date('2026-11-30T12:00:00Z'))
  expect(late.at(-1)).toMatchObject({ day: '2026-11-30', state: 'today' })
  const ended = barsOf({ ...plan, days, endedAt: '2026-11-16T08:00:00.000Z' }, new Date('2026-11-30T12:00:00Z'))
  expect(ended.map(({ state }) => state)).toEqual(['past', 'past', 'past', 'past'])
})

test('the pace of a promotion that ended early stops on its way, and no other is steeper than its plan', () => {
  expect(paceEndOf({ guaranteed: 800, planned: 8, shown: 4 })).toEqual({ days: 4, sum: 400 })
  expect(paceEndOf({ guaranteed: 800, planned: 8, shown: 8 })).toEqual({ days: 8, sum: 800 })
  expect(paceEndOf({ guaranteed: 800, planned: 8, shown: 11 })).toEqual({ days: 8, sum: 800 })
})

test('an axis has a few round figures', () => {
  expect([ticksOf(0), ticksOf(2), ticksOf(402), ticksOf(950), ticksOf(12)]).toEqual([
    [],
    [1, 2],
    [200, 400],
    [500],
    [5, 10],
  ])
})

test('no more days are named than fit', () => {
  const named = (all: number, fits: number) =>
    Array.from({ length: all }, (_, nth) => nth).filter((nth) => isNamed(nth, all, fits))
  expect(named(3, 14)).toEqual([0, 1, 2])
  expect(named(14, 4)).toEqual([0, 4, 8, 12])
  expect(named(31, 14)).toHaveLength(11)
})

test('the plan counts its first and its last day', () => {
  const days = (startedAt: string, endsAt: string) => plannedDays({ startedAt, endsAt })
  expect(days('2026-11-13T10:00:00.000Z', '2026-11-16T10:00:00.000Z')).toBe(4)
  expect(days('2026-11-13T00:00:00.000Z', '2026-11-16T00:00:00.000Z')).toBe(3)
})
