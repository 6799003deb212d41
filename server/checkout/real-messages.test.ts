import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createRealOrders, METHODS } from '#test/real-orders.ts'
import type { Method, RealCheckout, Started } from '#test/real-providers.ts'

const { shop, begin, db, startBy, expectDelivered, expectNothingBought, intentOf } = await createRealOrders()
beforeEach(begin)
afterAll(() => shop.close())

describe('a message is refused, and changes nothing,', () => {
  const HOUR = 60 * 60_000
  let started: Started
  const paidBy = async (method: Method) => {
    started = await startBy(method)
    await shop.act(method, started, 'approve')
    return shop.emulatorOf(method).take().at(-1)!
  }
  const isRefused = async (to: 'stripe' | 'paypal', message: Parameters<RealCheckout['deliver']>[1]) => {
    expect(await shop.deliver(to, message)).toBe(400)
    await expectNothingBought(started, 'open')
    expect(
      await db().selectFrom('providerEvent').where('reference', '=', started.sessionId!).select('eventId').execute(),
    ).toEqual([])
  }
  const spaced = (body: Buffer) => Buffer.from(JSON.stringify(JSON.parse(body.toString()), null, 1))

  test.each(['credit', 'google', 'paypal'] as const)(
    '%s: with other bytes, without a signature, at another address',
    async (method) => {
      const { headers, body } = await paidBy(method)
      const to = method === 'paypal' ? 'paypal' : 'stripe'
      await isRefused(to, { headers, body: spaced(body) })
      await isRefused(to, { headers: {}, body })
      await isRefused(to, { headers, body: Buffer.alloc(0) })
      await isRefused(to === 'paypal' ? 'stripe' : 'paypal', { headers, body })
      const elsewhere = await shop.world.http.inject({
        method: 'POST',
        url: '/webhooks/sandbox',
        headers,
        payload: body,
      })
      expect(elsewhere.statusCode).toBe(404)
      await expectNothingBought(started, 'open')
      expect(await shop.deliver(to, { headers, body })).toBe(200)
      if (method === 'paypal') await shop.deliverAll()
      await expectDelivered(started)
    },
  )

  test('Stripe: from the other mode, or old', async () => {
    await paidBy('credit')
    const intent = intentOf(started)
    const seconds = Math.floor(Date.now() / 1_000)
    for (const over of [{ livemode: true }, { at: seconds - 600 }]) {
      shop.stripe.say('payment_intent.succeeded', intent, over)
      await isRefused('stripe', shop.stripe.take()[0]!)
    }
  })

  test('PayPal: for another webhook, or old', async () => {
    const { body } = await paidBy('paypal')
    for (const over of [{ webhookId: 'another' }, { at: new Date(Date.now() - 5 * 24 * HOUR) }])
      await isRefused('paypal', shop.paypal.signed(body, over))
  })
})

test.each(METHODS)('%s: a message is repeated by its provider while the provider itself is silent', async (method) => {
  const started = await startBy(method)
  await shop.act(method, started, 'approve')
  const messages = { stripe: shop.stripe.take(), paypal: shop.paypal.take() }
  const { trouble } = shop.emulatorOf(method)
  trouble.status = 503
  expect(Math.max(...(await shop.deliverAll(messages)))).toBeGreaterThanOrEqual(500)
  await expectNothingBought(started, 'open')
  trouble.status = undefined
  expect(new Set(await shop.deliverAll(messages))).toEqual(new Set([200]))
  await expectDelivered(started)
})
