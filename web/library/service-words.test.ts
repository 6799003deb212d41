import { expect, test } from 'vitest'
import type { LibrarySubscription } from '#contract/billing.ts'
import { serviceWords } from './service-words.ts'

const plan: LibrarySubscription = {
  id: 1,
  plan: 'growth',
  planName: 'Growth',
  planLabel: 'Growth, yearly',
  billingCycle: 'yearly',
  price: 59,
  status: 'active',
  canResume: false,
  isOverdue: false,
  failure: null,
  paidWith: null,
  startedAt: '2026-01-10T12:00:00.000Z',
  createdAt: '2026-01-10T12:00:00.000Z',
  updatedAt: '2026-01-10T12:00:00.000Z',
  endedAt: null,
  currentPeriodEnd: '2027-01-10T12:00:00.000Z',
}

test('a canceled plan says until when it runs, and afterwards that it has ended', () => {
  const canceled = { ...plan, status: 'canceled' as const }
  expect(serviceWords({ ...canceled, canResume: true })).toBe('Yearly, canceled, runs until Jan 10, 2027')
  expect(serviceWords(canceled)).toBe('Yearly, ended Jan 10, 2027') // nothing has marked its end yet
  expect(serviceWords({ ...canceled, endedAt: '2026-05-02T12:00:00.000Z' })).toBe('Yearly, ended May 2, 2026')
})

test('other plans say their state', () => {
  expect(serviceWords(plan)).toBe('Yearly, active')
  expect(serviceWords({ ...plan, status: 'paused', canResume: true })).toBe('Yearly, paused')
  expect(serviceWords({ ...plan, isOverdue: true })).toBe('Yearly, active, its renewal is tried again')
})
