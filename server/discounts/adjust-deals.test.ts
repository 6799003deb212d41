import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AdjustedLine } from '#server/checkout/index.ts'
import { priceOrder, type Discount } from '#server/pricing/price-order.ts'
import { CASES } from '#test/properties.ts'
import { discountOf } from './adjust-deals.ts'

const line = (index: number, cents: number): AdjustedLine => ({
  id: String(index),
  kind: 'kit',
  itemId: index,
  sellerId: 1,
  licenseType: null,
  cents,
  isUpgrade: false,
  credits: 0,
})
const cents = fc.integer({ min: 1, max: 100_000 })
const few = fc.integer({ min: 1, max: 4 })
const cart = fc.array(cents, { maxLength: 12 }).map((prices) => prices.map((price, index) => line(index, price)))
const standing = { id: 1, sellerId: 1, itemIds: null, licenseType: null }
const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)

test('any cart costs with a deal what a cashier would count', () => {
  fc.assert(
    fc.property(cart, few, few, (lines, buy, free) => {
      const deal = { ...standing, buy, free, basisPoints: null }
      // the cashier sorts the items, and gives away the last ones of the row, `free` for each full group
      const row = lines.map((line) => line.cents).sort((one, other) => other - one)
      let given = 0
      for (let group = buy + free; group <= row.length; group += buy + free) given += free
      expect(priceOrder(lines, discountOf(deal, lines)).total).toBe(sum(row.slice(0, row.length - given)))
    }),
    CASES,
  )
})

test('any cart costs with deal and codes what is left after each in turn', () => {
  const percent = fc.integer({ min: 1, max: 10_000 })
  fc.assert(
    fc.property(cart, few, percent, percent, cents, (lines, buy, points, code, amount) => {
      const deal = { ...standing, buy, free: null, basisPoints: points }
      const ids = lines.map(({ id }) => id)
      const codes: Discount[] = [
        { kind: 'code', reason: 'percent', source: 1, lines: ids, off: { basisPoints: code } },
        { kind: 'code', reason: 'amount', source: 2, lines: ids, off: { cents: amount } },
      ]
      const half = (part: number, of: number) => Math.floor((of * part + 5_000) / 10_000)
      const left = lines.map((line) => (lines.length < buy ? line.cents : line.cents - half(points, line.cents)))
      const byPercent = sum(left.map((one) => half(code, one)))
      const off = Math.max(byPercent, Math.min(amount, sum(left)))
      const { lines: priced, total } = priceOrder(lines, [...discountOf(deal, lines), codes])
      expect(total).toBe(sum(left) - off)
      for (const line of priced) expect(line.total).toBeGreaterThanOrEqual(0)
    }),
    CASES,
  )
})
