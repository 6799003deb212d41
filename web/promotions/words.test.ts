import { expect, test } from 'vitest'
import { daysLeft } from '#web/ui/days-left.ts'
import { endWords, leftWords, paceWords } from './words.ts'

const now = new Date('2026-11-21T12:00:00Z')
const promotion = {
  status: 'active' as const,
  runsOn: false,
  guaranteed: 4_200,
  delivered: 2_865,
  expected: 2_700,
  endsAt: '2026-11-26T10:00:00.000Z',
  lastsUntil: '2026-12-10T10:00:00.000Z',
}
const said = (changed: Partial<typeof promotion> | { status: 'paused' }) => paceWords({ ...promotion, ...changed }, now)

test('the pace is told in words: ahead, on it or behind', () => {
  expect(said({})).toBe('165 ahead of pace, five days left')
  expect(said({ delivered: 2_700 })).toBe('On pace, five days left')
  expect(said({ delivered: 2_580 })).toBe('120 behind pace, runs on until it is delivered')
  expect(said({ delivered: 4_200 })).toBe('All delivered, five days left')
})

test('a promotion past its days says how long it may run on, and a paused one that its time stands still', () => {
  expect(said({ runsOn: true, expected: 4_200, delivered: 3_200 })).toBe(
    '1,000 behind pace, runs on until it is delivered, Dec 10 at the latest',
  )
  expect(said({ status: 'paused' })).toBe('Its time stands still.')
})

test('days left are rounded up and never negative', () => {
  expect(daysLeft('2026-11-21T12:00:01Z', now)).toBe(1)
  expect(daysLeft('2026-11-20T12:00:01Z', now)).toBe(0)
  expect(leftWords('2026-11-22T12:00:00Z', now)).toBe('one day left')
  expect(leftWords('2026-12-21T12:00:00Z', now)).toBe('30 days left')
})

test('the end is told in words, with the sum that came back', () => {
  expect(endWords({ endedFor: 'short', creditsReturned: 3.46 })).toBe(
    'It was short of the guarantee. $3.46 came back as promo credits.',
  )
  expect(endWords({ endedFor: 'item', creditsReturned: 20 })).toBe(
    'Its item is not on sale any more. $20.00 came back as promo credits.',
  )
  expect(endWords({ endedFor: 'short', creditsReturned: 0 })).toBe('It was short of the guarantee.')
  expect(endWords({ endedFor: 'delivered', creditsReturned: 0 })).toBe('It has delivered what was guaranteed.')
  expect(endWords({ endedFor: null, creditsReturned: 0 })).toBeNull()
})
