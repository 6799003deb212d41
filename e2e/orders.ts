import type { APIRequestContext } from '@playwright/test'
import type { CartItem, OrderPreview, StartedOrder } from '#contract/checkout.ts'
import { expect } from './test.ts'

type Buyer = { headers: { authorization: string } }

/** Buys by the calls that a browser makes, with the sandbox's good card. Gives the order's id. */
export async function buyByCalls(request: APIRequestContext, { headers }: Buyer, items: CartItem[]) {
  const post = async <Answer>(path: string, data: object) => {
    const reply = await request.post(`/api${path}`, { headers, data })
    expect(reply.status(), await reply.text()).toBe(200)
    return (await reply.json()) as Answer
  }
  const { total } = await post<OrderPreview>('/checkout/preview', { items })
  const started = await post<StartedOrder>('/checkout/start', {
    items,
    method: 'credit',
    total,
    legalName: 'Nadia Åström-Bello',
  })
  const { sessionId, clientSecret, orderId } = started
  const card = { number: '4242424242424242', expires: '12/39', cvc: '314' }
  await post(`/sandbox/payments/${sessionId}/card`, { clientSecret, ...card })
  await post('/checkout/confirm', { provider: 'stripe', sessionId, orderId })
  return orderId
}
