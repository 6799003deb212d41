import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CASES } from '#test/properties.ts'
import { cents, dollars, partOf, shareOf, split } from './money.ts'

const amounts = fc.integer({ min: 0, max: 1_000_000_000 })
const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)

test('a split loses no cent, and no share is a cent away from its proportion', () => {
  const weights = fc.array(amounts, { minLength: 1, maxLength: 12 }).filter((list) => sum(list) > 0)
  fc.assert(
    fc.property(amounts, weights, (amount, list) => {
      const shares = split(amount, list)
      const whole = BigInt(sum(list))
      return (
        sum(shares) === amount &&
        shares.every((share, index) => {
          const distance = BigInt(share) * whole - BigInt(amount) * BigInt(list[index]!)
          return distance > -whole && distance < whole && (amount > sum(list) || share <= list[index]!)
        })
      )
    }),
    CASES,
  )
})

test('cents that are left go to the largest remainders, and to the first of equal ones', () => {
  expect(split(100, [1, 1, 1])).toEqual([34, 33, 33])
  expect(split(10, [1, 2, 4])).toEqual([1, 3, 6])
  expect(split(10, [1, 3, 3])).toEqual([2, 4, 4]) // a small weight may have the largest remainder
  expect(split(-10, [1, 2, 4])).toEqual([-1, -3, -6])
  expect(split(0, [0, 0])).toEqual([0, 0])
  expect(split(5, [0, 3])).toEqual([0, 5])
  expect(() => split(1, [0, 0])).toThrow('weights of 0')
})

test('a part in basis points is rounded once, half a cent up', () => {
  expect([partOf(1_000, 1_000), partOf(5, 1_000), partOf(4, 1_000), partOf(31_000, 500)]).toEqual([100, 1, 0, 1_550])
  fc.assert(
    fc.property(amounts, fc.integer({ min: 0, max: 10_000 }), (amount, points) => {
      const exact = BigInt(amount) * BigInt(points)
      const distance = BigInt(partOf(amount, points)) * 10_000n - exact
      return distance > -5_000n && distance <= 5_000n
    }),
    CASES,
  )
})

test('a part of a whole leaves the part of a cent, also where the product is above 2^53', () => {
  expect([shareOf(1_000, 1, 3), shareOf(2, 2, 3), shareOf(500, 0, 7), shareOf(700, 7, 7)]).toEqual([333, 1, 0, 700])
  expect(shareOf(9_007_199_254_740_991, 2, 3)).toBe(6_004_799_503_160_660)
})

test('cents become dollars and the same cents again', () => {
  fc.assert(
    fc.property(amounts, (amount) => cents(dollars(amount)) === amount),
    CASES,
  )
})
