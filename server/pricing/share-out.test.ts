import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ALL_POINTS as WHOLE } from '#contract/share-limits.ts'
import { takeBack } from '#server/ledger/take-back.ts'
import { CASES } from '#test/properties.ts'
import { shareOut } from './share-out.ts'

const sum = (all: readonly number[]) => all.reduce((total, one) => total + one, 0)

test('a sale is shared by basis points, and the owner keeps parts of a cent', () => {
  expect(shareOut(2_995, [3_333, 3_333])).toEqual([998, 998]) // the owner of 33.34 % gets 999
  expect(shareOut(1, [9_999])).toEqual([0])
  expect(shareOut(90_071_992_547_409, [9_999])).toEqual([90_062_985_348_154]) // the product is above 2^53
  expect(shareOut(100, [])).toEqual([])
})

/** Points of up to ten people that leave the owner at least one. */
const split = fc
  .array(fc.integer({ min: 1, max: WHOLE - 1 }), { maxLength: 10 })
  .map((given) => given.filter((_, nth) => sum(given.slice(0, nth + 1)) < WHOLE))
const price = fc.integer({ min: 1, max: 99_999_900 })
const parts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 6 })

test('shares of a sale sum to its price, nobody gets more than their part, and the owner gets the remainder', () => {
  fc.assert(
    fc.property(split, price, (points, cents) => {
      const shares = shareOut(cents, points)
      const own = cents - sum(shares)
      const ownPoints = WHOLE - sum(points)
      const isFair = shares.every((share, nth) => {
        const exact = (cents * points[nth]!) / WHOLE
        return share >= 0 && share <= exact && share > exact - 1
      })
      const remainder = own - Math.floor((cents * ownPoints) / WHOLE)
      return isFair && own > 0 && remainder >= 0 && remainder <= points.length
    }),
    CASES,
  )
})

test('partial refunds take each share back in proportion, never below nothing, and end at nothing', () => {
  fc.assert(
    fc.property(split, price, parts, (points, cents, asked) => {
      const shares = shareOut(cents, points)
      const left = [-cents, cents - sum(shares), ...shares].map((one, account) => ({
        account,
        cents: one,
        subject: '',
      }))
      const rest = () => -left[0]!.cents
      const giveBack = (part: number) => {
        const before = left.map((one) => one.cents)
        const total = rest()
        for (const { account, cents: moved } of takeBack(left, part)) left[account]!.cents += moved
        return left.every(({ cents: now }, nth) => {
          if (nth === 0) return now <= 0
          const fair = (before[nth]! * part) / Math.max(1, total)
          return now >= 0 && Math.abs(before[nth]! - now - fair) < 1
        })
      }
      const areFair = asked.every((part) => giveBack(Math.floor(rest() * part)))
      return areFair && giveBack(rest()) && left.every((one) => one.cents === 0)
    }),
    CASES,
  )
})
