import { expect } from 'vitest'
import { ProviderDown } from '#server/payments/port.ts'
import type { PayoutSeen, Payouts } from '#server/payments/port-payouts.ts'

/** How a payout stands at its provider. */
export type Truth = 'pending' | 'unclaimed' | 'paid' | 'failed' | 'returned' | 'refunded'
/** A payout can go from one state to these. */
export const NEXT: Record<Truth, Truth[]> = {
  pending: ['paid', 'unclaimed', 'failed', 'returned'],
  unclaimed: ['paid', 'returned'],
  paid: ['refunded'],
  failed: [],
  returned: [],
  refunded: [],
}
/** The shop shows a payout so when it knows how it stands. */
export const SHOWN = {
  pending: 'processing',
  unclaimed: 'unclaimed',
  paid: 'paid',
  failed: 'failed',
  returned: 'returned',
  refunded: 'returned',
} as const

/** A provider that keeps its promises, and sometimes plays dead or loses an answer. */
export function createPlayedProvider() {
  const batches = new Map<string, { reference: string; item: PayoutSeen }>()
  const way = { isDown: false, loses: false }
  const seenOf = ({ reference, item }: { reference: string; item: PayoutSeen }) => ({
    reference,
    state: 'processing' as const,
    items: [{ ...item }],
  })
  const payouts: Payouts = {
    async send({ key, items: [one] }) {
      if (way.isDown) throw new ProviderDown('It plays dead.')
      const item = { key: one!.key, reference: key, cents: one!.cents, currency: 'USD' }
      const made = batches.get(key) ?? {
        reference: `batch ${key}`,
        item: { ...item, state: 'pending' as const, feeCents: null, failure: null },
      }
      expect(made.item.cents).toBe(one!.cents)
      batches.set(key, made)
      if (way.loses) throw new ProviderDown('The answer was lost.')
      return seenOf(made)
    },
    async find(reference) {
      if (way.isDown) throw new ProviderDown('It plays dead.')
      return seenOf([...batches.values()].find((one) => one.reference === reference)!)
    },
  }
  return { way, payouts, batchOf: (id: number) => [...batches.values()].find(({ item }) => item.key === String(id)) }
}
