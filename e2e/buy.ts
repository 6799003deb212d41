import type { Page } from '@playwright/test'
import { expect, somebody } from './test.ts'

type Item =
  | { type: 'beat'; slug: string; licenseType: string; upgradeOf?: number }
  | { type: 'pack'; slug: string; licenseType: string }
  | { type: 'kit'; slug: string }

/** A new buyer, signed in by the API. */
export async function newBuyer({ request }: Page) {
  const person = somebody()
  const reply = await request.post('/api/auth/register', { data: person })
  const { accessToken } = (await reply.json()) as { accessToken: string }
  return { ...person, headers: { authorization: `Bearer ${accessToken}` } }
}
export type Buyer = Awaited<ReturnType<typeof newBuyer>>

/** Buys by card in the sandbox, as the checkout does, and gives the order and its payment. */
export async function buyByCard(page: Page, buyer: Buyer, items: Item[]) {
  const lines = await Promise.all(
    items.map(async ({ slug, ...item }) => {
      const found = await page.request.get(`/api/${item.type}s/by-slug/${slug}`)
      const { id } = (await found.json()) as { id: number }
      return { ...item, [`${item.type}Id`]: id }
    }),
  )
  return payByCard(page, buyer, lines)
}

/** The same for lines as the API takes them. */
export async function payByCard(page: Page, { headers }: Pick<Buyer, 'headers'>, lines: object[]) {
  const post = async (path: string, data: object) => {
    const reply = await page.request.post(`/api${path}`, { headers, data })
    expect(reply.status(), await reply.text()).toBe(200)
    return (await reply.json()) as Record<string, unknown>
  }
  const { total } = await post('/checkout/preview', { items: lines })
  const { sessionId, clientSecret, orderId } = await post('/checkout/start', {
    items: lines,
    method: 'credit',
    total,
    legalName: 'Nadia Bello',
  })
  const card = { number: '4242 4242 4242 4242', expires: '12 / 39', cvc: '314', clientSecret }
  await post(`/sandbox/payments/${String(sessionId)}/card`, card)
  expect(await post('/checkout/confirm', { provider: 'stripe', sessionId, orderId })).toMatchObject({ state: 'paid' })
  return { orderId: Number(orderId), payment: String(sessionId) }
}

/** A person who has paid for a Growth plan by card. */
export async function planHolder(page: Page) {
  const person = await newBuyer(page)
  const post = async (path: string, data: object) => {
    const reply = await page.request.post(`/api${path}`, { headers: person.headers, data })
    await expect(reply).toBeOK()
    return (await reply.json()) as Record<string, unknown>
  }
  const { card } = await post('/sandbox/cards', { number: '4242424242424242', expires: '12 / 39', cvc: '314' })
  const plan = { type: 'subscription', planId: 'growth', billingCycle: 'monthly', paymentMethodId: card }
  const { sessionId, orderId } = await post('/checkout/start', { items: [plan], method: 'credit', total: 5.99 })
  expect(await post('/checkout/confirm', { provider: 'stripe', sessionId, orderId })).toMatchObject({ state: 'paid' })
  return person
}
