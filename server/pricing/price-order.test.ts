import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CASES } from '#test/properties.ts'
import { priceOrder, type Discount } from './price-order.ts'

const two = [
  { id: 'beat:1:WAV', cents: 4_495 },
  { id: 'kit:2', cents: 1_000 },
]
const all = ['beat:1:WAV', 'kit:2']

test('without discounts an order costs the sum of its lines', () => {
  expect(priceOrder(two, [])).toEqual({
    lines: two.map((line) => ({ ...line, adjustments: [], total: line.cents })),
    subtotal: 5_495,
    tax: 0,
    total: 5_495,
  })
  expect(priceOrder([], [])).toEqual({ lines: [], subtotal: 0, tax: 0, total: 0 })
})

test('discounts are taken in their order, each from what is left', () => {
  const { lines, total } = priceOrder(two, [
    { kind: 'upgrade', reason: 'purchase 7', lines: ['beat:1:WAV'], off: { cents: 2_995 } },
    { kind: 'code', reason: 'SUMMER', lines: all, off: { basisPoints: 1_000 } },
    { kind: 'credit', reason: 'promo', lines: all, off: { cents: 1_000 } },
  ])
  expect(lines.map(({ adjustments }) => adjustments)).toEqual([
    [
      { kind: 'upgrade', reason: 'purchase 7', cents: 2_995 },
      { kind: 'code', reason: 'SUMMER', cents: 150 },
      { kind: 'credit', reason: 'promo', cents: 600 },
    ],
    [
      { kind: 'code', reason: 'SUMMER', cents: 100 },
      { kind: 'credit', reason: 'promo', cents: 400 },
    ],
  ])
  expect(lines.map((line) => line.total)).toEqual([750, 500])
  expect(total).toBe(1_250)
})

test('only the best one of several discounts in one place counts', () => {
  const code = (reason: string, off: Discount['off']): Discount => ({ kind: 'code', reason, lines: all, off })
  const { lines, total } = priceOrder(two, [
    [code('FIVE', { cents: 500 }), code('TENTH', { basisPoints: 1_000 }), code('SAME', { cents: 550 })],
  ])
  expect(lines.flatMap(({ adjustments }) => adjustments.map(({ reason }) => reason))).toEqual(['TENTH', 'TENTH'])
  expect(total).toBe(5_495 - 450 - 100)
  expect(priceOrder(two, [[]])).toMatchObject({ total: 5_495 })
})

test('what is taken off a line names the row of its discount; a line from which it takes nothing names none', () => {
  const taken = (source: number, lines: string[], cents: number): Discount => ({
    kind: 'deal',
    reason: 'Buy 2',
    source,
    lines,
    off: { cents },
  })
  const { lines } = priceOrder(two, [taken(7, ['beat:1:WAV'], 100), taken(8, ['kit:2'], 0), taken(9, all, 1)])
  expect(lines.map(({ adjustments }) => adjustments)).toEqual([
    [
      { kind: 'deal', reason: 'Buy 2', source: 7, cents: 100 },
      { kind: 'deal', reason: 'Buy 2', source: 9, cents: 1 },
    ],
    [],
  ])
})

test('an amount above what is left takes only that, and other lines keep their price', () => {
  const { lines, total } = priceOrder(two, [
    { kind: 'credit', reason: 'referral', lines: ['kit:2', 'beat:9:MP3'], off: { cents: 99_999 } },
  ])
  expect(lines.map((line) => line.total)).toEqual([4_495, 0])
  expect(total).toBe(4_495)
})

test('credits leave nothing, or what a card can pay', () => {
  const credits = (id: string, cents: number): Discount => ({ kind: 'credit', reason: id, lines: [id], off: { cents } })
  const totalOf = (...taken: number[]) =>
    priceOrder(two, [{ ...credits('beat:1:WAV', 4_495) }, ...taken.map((cents) => credits('kit:2', cents))])
  expect(totalOf(1_000).total).toBe(0)
  expect(totalOf(950).total).toBe(50)
  for (const taken of [951, 980, 999]) expect(totalOf(taken).total, `${taken} cents of credits`).toBe(50)
  const { lines } = totalOf(940, 45)
  expect(
    lines[1]!.adjustments.map(({ cents }) => cents),
    'the last credits take less',
  ).toEqual([940, 10])
  const gone = priceOrder(two, [credits('beat:1:WAV', 4_470), { ...credits('kit:2', 999), kind: 'code' }])
  expect(
    gone.lines.map(({ total }) => total),
    'a code takes what it says',
  ).toEqual([49, 1])
  const only = priceOrder(
    [{ id: 'a', cents: 52 }],
    [{ kind: 'code', reason: 'HALF', lines: ['a'], off: { cents: 20 } }, credits('a', 10)],
  )
  expect(only.lines).toMatchObject([{ total: 32, adjustments: [{ kind: 'code', cents: 20 }] }])
})

test('a discount of 100 percent leaves nothing to pay', () => {
  const { total } = priceOrder(two, [{ kind: 'code', reason: 'GIFT', lines: all, off: { basisPoints: 10_000 } }])
  expect(total).toBe(0)
})

test('prices and discounts that can’t be are refused', () => {
  const off = (value: Discount['off']): Discount => ({ kind: 'code', reason: 'X', lines: all, off: value })
  for (const cents of [-1, 29.95, Number.NaN, 2 ** 60])
    expect(() => priceOrder([{ id: 'a', cents }], [])).toThrow('a has no price in whole cents')
  expect(() => priceOrder([two[0]!, two[0]!], [])).toThrow('Two lines have the same name')
  for (const value of [{ basisPoints: -1 }, { basisPoints: 10_001 }, { basisPoints: Number.NaN }])
    expect(() => priceOrder(two, [off(value)])).toThrow('0 to 100 percent')
  for (const cents of [-1, Number.NaN]) expect(() => priceOrder(two, [off({ cents })])).toThrow('0 cents or more')
})

const prices = fc.array(fc.integer({ min: 0, max: 500_000 }), { minLength: 1, maxLength: 5 })
const discount = fc.record({
  kind: fc.constantFrom('upgrade', 'deal', 'code', 'credit', 'plan'),
  reason: fc.constantFrom('a', 'b'),
  lines: fc.subarray(['0', '1', '2', '3', '4']),
  off: fc.oneof(
    fc.record({ basisPoints: fc.integer({ min: 0, max: 10_000 }) }),
    fc.record({ cents: fc.integer({ min: 0, max: 600_000 }) }),
  ),
})
const places = fc.array(fc.oneof(discount, fc.array(discount, { maxLength: 3 })), { maxLength: 4 })
const things = (list: number[]) => list.map((cents, index) => ({ id: String(index), cents }))
const sum = (numbers: readonly number[]) => numbers.reduce((whole, one) => whole + one, 0)

test('no line becomes less than 0, no cent is lost, and a further discount never makes an order dearer', () => {
  fc.assert(
    fc.property(prices, places, discount, (list, discounts, further) => {
      const order = priceOrder(things(list), discounts)
      return (
        order.total === sum(order.lines.map(({ total }) => total)) &&
        order.subtotal === sum(list) &&
        order.lines.every(
          ({ cents, total, adjustments }) =>
            total >= 0 &&
            Number.isInteger(total) &&
            adjustments.every((one) => one.cents > 0) &&
            cents === total + sum(adjustments.map((one) => one.cents)),
        ) &&
        priceOrder(things(list), [...discounts, further]).total <= order.total
      )
    }),
    CASES,
  )
})
