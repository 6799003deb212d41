import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CASES } from '#test/properties.ts'
import { feeEntries } from './fee-entry.ts'

const at = new Date('2026-11-01')
const feesOf = (feeCents: number | null, prices: number[]) =>
  feeEntries(
    { id: 7, provider: 'stripe', feeCents },
    prices.map((totalCents, nth) => ({ id: nth + 1, totalCents })),
    at,
  )

test('the provider’s fee is divided among the lines by price, and the operator bears it', () => {
  expect(feesOf(117, [2_995, 0, 1_000, 1])).toEqual([
    {
      kind: 'fee',
      reference: '7',
      at,
      lines: [
        { account: { kind: 'provider', provider: 'stripe' }, cents: 117 },
        { account: { kind: 'fees' }, cents: -88, subject: 'order-line:1' },
        { account: { kind: 'fees' }, cents: -29, subject: 'order-line:3' },
      ],
    },
  ])
  expect([feesOf(null, [2_995]), feesOf(0, [2_995])]).toEqual([[], []])
})

test('no cent of a fee is lost, whatever the prices', () => {
  const prices = fc
    .array(fc.nat(1_000_000), { minLength: 1, maxLength: 50 })
    .filter((list) => list.some((cents) => cents > 0))
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100_000 }), prices, (fee, list) => {
      const lines = feesOf(fee, list).flatMap((entry) => entry.lines)
      return (
        lines.reduce((sum, { cents }) => sum + cents, 0) === 0 &&
        lines.slice(1).every(({ cents }) => cents < 0) &&
        new Set(lines.map(({ subject }) => subject)).size === lines.length
      )
    }),
    CASES,
  )
})
