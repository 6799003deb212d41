import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CartItem } from '#contract/checkout.ts'
import { CARD } from './buyer.ts'
import { clientOf, type Person } from './client.ts'

type Order = { buyer: Person; items: CartItem[]; total: number }
export type Times = { start: number[]; pay: number[]; confirm: number[]; whole: number[] }

/** Buys as many orders a second, whether or not those of other buyers are done. A buyer pays one order at a time. */
export async function buyAtRate(url: () => Promise<string>, orders: readonly Order[], perSecond: number) {
  const times: Times = { start: [], pay: [], confirm: [], whole: [] }
  const began = performance.now()
  const running = new Map<Person, Promise<void>>()
  for (const [at, order] of orders.entries()) {
    await sleep(Math.max(0, began + (at * 1_000) / perSecond - performance.now()))
    const bought = (running.get(order.buyer) ?? Promise.resolve()).then(() => buy(order))
    bought.catch(() => {})
    running.set(order.buyer, bought)
  }
  await Promise.all(running.values())
  return { times, seconds: (performance.now() - began) / 1_000 }

  async function buy({ buyer, items, total }: Order) {
    const guest = clientOf(url)
    const step = async <Answer>(name: keyof Times, act: () => Promise<Answer>) => {
      const from = performance.now()
      const answer = await act()
      times[name].push(performance.now() - from)
      return answer
    }
    await step('whole', async () => {
      const body = { items, total, method: 'credit' as const, legalName: 'Nadia Åström-Bello' }
      const { orderId, clientSecret, sessionId } = await step('start', () =>
        buyer.call('POST /checkout/start', { body, headers: { 'idempotency-key': randomUUID() } }),
      )
      const card = { ...CARD, clientSecret: clientSecret! }
      await step('pay', () =>
        guest('POST /sandbox/payments/:reference/card', { params: { reference: sessionId! }, body: card }),
      )
      const { state } = await step('confirm', () =>
        buyer.call('POST /checkout/confirm', { body: { provider: 'stripe', sessionId: sessionId!, orderId } }),
      )
      if (state !== 'paid') throw new Error(`An order was ${state}.`)
    })
  }
}
