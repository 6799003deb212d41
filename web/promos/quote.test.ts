import { expect, test } from 'vitest'
import { quoteFrom, quoteOf } from './quote.ts'

const two = { count: 2, tier: 'premium', days: 14 } as const

test('promo credits go first, then referral credits, then the plan takes its part of the rest', () => {
  expect(quoteOf(two, { plan: 'growth', promoCredits: 10, referralCredits: 20 })).toEqual({
    count: 2,
    full: 84_00,
    promo: 10_00,
    referral: 20_00,
    plan: 5_40,
    total: 48_60,
    impressions: 8_400,
  })
})

test('credits are used up to the price and never shrink the guarantee', () => {
  const quote = quoteOf(two, { plan: 'pro', promoCredits: 500, referralCredits: 20 })
  expect(quote).toMatchObject({ promo: 84_00, referral: 0, plan: 0, total: 0, impressions: 8_400 })
  expect(
    quoteOf({ ...two, tier: 'standard', days: 3 }, { plan: 'free', promoCredits: 0, referralCredits: 0 }),
  ).toMatchObject({ full: 9_00, total: 9_00, impressions: 748 })
})

test('nothing chosen costs nothing', () => {
  const nothing = quoteOf({ ...two, count: 0 }, { plan: 'pro', promoCredits: 10, referralCredits: 0 })
  expect(nothing).toEqual({ count: 0, full: 0, promo: 0, referral: 0, plan: 0, total: 0, impressions: 0 })
})

const line = (adjustments: { kind: 'credit' | 'plan'; reason: string; amount: number }[]) => ({
  state: 'available' as const,
  why: null,
  license: null,
  item: null,
  price: 42,
  adjustments,
  total: 0,
})

test('an item that can’t be promoted now promises no impressions', () => {
  const refused = { ...line([]), state: 'owned' as const, why: 'This item is promoted already.' }
  const preview = { lines: [line([]), refused], codes: [], subtotal: 42, tax: 0, total: 42 }
  expect(quoteFrom(preview, two)).toMatchObject({ count: 1, full: 42_00, total: 42_00, impressions: 4_200 })
})

test('the answer of the server is told in the same figures', () => {
  const preview = {
    lines: [
      line([
        { kind: 'credit', reason: 'Promo credits', amount: 10 },
        { kind: 'credit', reason: 'Referral credits', amount: 20 },
        { kind: 'plan', reason: 'Growth, 10% off', amount: 1.2 },
      ]),
      line([{ kind: 'plan', reason: 'Growth, 10% off', amount: 4.2 }]),
    ],
    codes: [],
    subtotal: 84,
    tax: 0,
    total: 48.6,
  }
  expect(quoteFrom(preview, two)).toEqual(quoteOf(two, { plan: 'growth', promoCredits: 10, referralCredits: 20 }))
})
