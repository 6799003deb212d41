import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CASES } from '#test/properties.ts'
import { takeBack } from './take-back.ts'

const sum = (lines: readonly { cents: number }[]) => lines.reduce((all, { cents }) => all + cents, 0)
const line = (account: number, cents: number, subject = '') => ({ account, cents, subject })

test('lines give back in proportion, and lines about other things give nothing', () => {
  const sale = [line(1, -1_501), line(2, 1_000, 'a'), line(3, 500, 'b'), line(2, 1, 'c')]
  expect(takeBack(sale, 100)).toEqual([line(2, -67, 'a'), line(3, -33, 'b'), line(1, 100)])
  expect(takeBack(sale, 100, 'b')).toEqual([line(3, -100, 'b'), line(1, 100)])
  expect(() => takeBack(sale, 501, 'b')).toThrow('More can’t be taken back')
  expect(() => takeBack(sale, 1_502)).toThrow('More can’t be taken back')
})

const subject = fc.constantFrom('a', 'b', 'c')
const gains = fc.array(fc.tuple(fc.nat(5_000_000), subject), { minLength: 1, maxLength: 6 })
const parts = fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.option(subject, { nil: undefined })), {
  maxLength: 4,
})

test('parts that are taken back one after the other lose no cent, take no more than is left, and end at the whole', () => {
  fc.assert(
    fc.property(gains, fc.nat(100), parts, (given, percent, asked) => {
      const whole = given.reduce((all, [cents]) => all + cents, 0)
      const credit = Math.floor((whole * percent) / 100)
      const left = [
        line(1, -credit),
        line(2, credit - whole),
        ...given.map(([cents, about], nth) => line(100 + nth, cents, about)),
      ]
      const getters = (about?: string) => left.filter((one) => one.cents > 0 && (about ?? one.subject) === one.subject)
      const isRight = (cents: number, about?: string) => {
        const taken = takeBack(left, cents, about)
        const isFair = taken.every(({ account, cents: moved, subject: named }) => {
          const { cents: had } = left.find((one) => one.account === account)!
          const isWithin = had > 0 ? moved < 0 && moved >= -had : moved > 0 && moved <= -had
          return isWithin && (had < 0 || (about ?? named) === named)
        })
        for (const { account, cents: moved } of taken) left.find((one) => one.account === account)!.cents += moved
        return isFair && sum(taken) === 0 && sum(taken.filter((one) => one.cents > 0)) === cents
      }
      return (
        asked.every(([part, about]) => isRight(Math.floor(sum(getters(about)) * part), about)) &&
        isRight(sum(getters())) &&
        left.every(({ cents }) => cents === 0)
      )
    }),
    CASES,
  )
})
