import { expect, test } from 'vitest'
import type { Problem } from '#contract/problems.ts'
import { nextWords } from './next-words.ts'

const time = '2026-11-02T12:00:00.000Z'
const refunded: Problem = {
  id: 1,
  role: 'buyer',
  purchaseId: 1,
  orderId: 1,
  item: { title: 'Stairwell Sermon', kind: 'KIT', licenseName: 'Kit', coverUrl: null },
  buyer: { id: 1, name: 'lena' },
  seller: { id: 2, name: 'mo' },
  reason: 'broken',
  state: 'refunded',
  dueAt: null,
  text: 'The ZIP does not open.',
  createdAt: time,
  answer: null,
  answeredAt: null,
  objection: null,
  agreement: null,
  agreedAt: null,
  escalatedAt: null,
  decision: 'Sorry for both.',
  decidedBy: null,
  endedAt: time,
  paid: 10,
  refunded: 10,
  refundable: 0,
}

test('a buyer whose seller has left is not told that the seller was asked', () => {
  const seller = { id: 2, name: 'A seller who has left' }
  const { next } = nextWords({ ...refunded, state: 'escalated', seller, escalatedAt: time, endedAt: null })
  expect(next).toBe('There is no answer. We read what was written, and tell you both.')
})

test('money is promised for a refunded item that was paid, and none for one that was free', () => {
  expect(nextWords(refunded).head).toBe('$10.00 on its way to you')
  expect(nextWords({ ...refunded, paid: 0, refunded: 0 })).toEqual({
    head: 'It went back',
    next: 'It went back with what it came with.',
  })
})
