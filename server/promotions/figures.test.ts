import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DURATIONS, impressionsOf, priceOf, TIERS } from '#contract/promotion-values.ts'
import { CASES } from '#test/properties.ts'
import { costOf, DAY, expectedOf, owedPerDay, timesFrom, undeliveredCents, worthOf } from './figures.ts'

test('prices and guarantees of all tiers and durations', () => {
  const table = TIERS.map((tier) => DURATIONS.map((days) => [priceOf(tier, days), impressionsOf(tier, days)]))
  expect(table).toEqual([
    [
      [4_50, 374],
      [10_50, 872],
      [21_00, 1_743],
      [45_00, 3_735],
    ],
    [
      [9_00, 900],
      [21_00, 2_100],
      [42_00, 4_200],
      [90_00, 9_000],
    ],
    [
      [18_00, 2_250],
      [42_00, 5_250],
      [84_00, 10_500],
      [180_00, 22_500],
    ],
  ])
})

const cents = fc.integer({ min: 0, max: 100_000_00 })
const money = fc
  .record({ paidCents: cents, creditCents: cents, part: fc.double({ min: 0, max: 1, noNaN: true }) })
  .map(({ part, ...given }) => ({ ...given, refundedCents: Math.floor(given.paidCents * part) }))
const delivery = fc.record({
  guaranteed: fc.integer({ min: 1, max: 50_000 }),
  delivered: fc.integer({ min: 0, max: 100_000 }),
})

test('nobody gets back more than was given and not refunded, and nothing for what was delivered', () => {
  fc.assert(
    fc.property(money, delivery, (given, counted) => {
      const back = undeliveredCents({ ...given, ...counted })
      expect(Number.isSafeInteger(back)).toBe(true)
      expect(back).toBeGreaterThanOrEqual(0)
      expect(back + given.refundedCents).toBeLessThanOrEqual(given.paidCents + given.creditCents)
      if (counted.delivered >= counted.guaranteed) expect(back).toBe(0)
      if (counted.delivered === 0) expect(back).toBe(worthOf(given))
      const exact = (worthOf(given) * Math.max(0, counted.guaranteed - counted.delivered)) / counted.guaranteed
      expect(Math.abs(back - exact)).toBeLessThan(1)
    }),
    CASES,
  )
})

test('more refunded or more delivered never brings more back', () => {
  fc.assert(
    fc.property(money, delivery, fc.nat(1_000), (given, counted, more) => {
      const back = undeliveredCents({ ...given, ...counted })
      const refundedCents = Math.min(given.refundedCents + more, given.paidCents)
      expect(undeliveredCents({ ...given, refundedCents, ...counted })).toBeLessThanOrEqual(back)
      expect(undeliveredCents({ ...given, ...counted, delivered: counted.delivered + more })).toBeLessThanOrEqual(back)
    }),
    CASES,
  )
})

test('a refund takes credits and money alike from the worth, down to nothing', () => {
  const given = { paidCents: 25_60, creditCents: 10_00 }
  const after = (refundedCents: number) => worthOf({ ...given, refundedCents })
  expect([0, 12_80, 25_59, 25_60].map(after)).toEqual([35_60, 17_80, 1, 0])
  expect(worthOf({ paidCents: 0, creditCents: 42_00, refundedCents: 0 })).toBe(42_00)
  expect(costOf({ ...given, refundedCents: 0, returnedCents: 11_86 })).toBe(23_74)
})

const now = new Date('2026-11-01T00:00:00Z')
const at = (days: number) => new Date(now.getTime() + days * DAY)
const running = (over: object = {}) => ({
  ...timesFrom(now, 14),
  days: 14,
  guaranteed: 4_200,
  delivered: 0,
  pausedAt: null,
  endedAt: null,
  ...over,
})

test('an even pace reaches the guarantee with the last day, and stands still with the time', () => {
  expect([-1, 0, 7, 14, 20].map((day) => expectedOf(running(), at(day)))).toEqual([0, 0, 2_100, 4_200, 4_200])
  expect(expectedOf(running({ pausedAt: at(4) }), at(9))).toBe(1_200)
  expect(expectedOf(running({ endedAt: at(7) }), at(30))).toBe(2_100)
})

test('what is needed each day is what is owed over the time that is left', () => {
  expect(owedPerDay(running(), at(0))).toBe(300)
  expect(owedPerDay(running({ delivered: 2_100 }), at(10))).toBe(525)
  expect(owedPerDay(running({ delivered: 2_800 }), at(14))).toBe(100) // after its days it has as many again
  expect(owedPerDay(running({ delivered: 2_800 }), at(21))).toBe(200)
  expect(owedPerDay(running({ delivered: 4_190 }), at(27.999))).toBe(10) // never more than is owed
  expect(owedPerDay(running({ delivered: 5_000 }), at(3))).toBe(0)
})
