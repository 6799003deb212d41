import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { goods } from '#server/shop-lines.ts'
import { problemWatch } from '#server/problems/index.ts'
import { notFound } from '#server/errors.ts'
import { signatureOf, SIGNATURE } from '#server/payments/sandbox/signature.ts'
import { createWorld, type World } from '#test/world.ts'
import { mountWebhooks, type EventTakers } from './webhooks.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

let ids = 0
const message = (over: object = {}) => ({ id: `sbe_${++ids}`, about: 'subscription', reference: 'sbs_1', ...over })

/** A door with these rooms behind it, and a provider that knocks. */
async function doorOf(takers?: EventTakers) {
  const door = Fastify()
  await mountWebhooks(door, { app: world.app, ...goods, watch: problemWatch }, takers)
  const address = await door.listen({ host: '127.0.0.1', port: 0 })
  return {
    async send(event: object, signed: object = event) {
      const { authSecret: secret, clock } = world.app
      const reply = await fetch(`${address}/webhooks/sandbox`, {
        method: 'POST',
        headers: { [SIGNATURE]: signatureOf({ secret, clock }, JSON.stringify(signed)) },
        body: JSON.stringify(event),
      })
      return reply.status
    },
    close: () => door.close(),
  }
}
const kept = (reference: string) =>
  world.app.db
    .selectFrom('providerEvent')
    .where('reference', '=', reference)
    .select(['provider', 'about', 'reference'])
    .execute()

test.each(['subscription', 'payout'])('a message about a %s that no room takes is kept once', async (about) => {
  const door = await doorOf()
  const event = message({ about, reference: `of-${about}` })
  expect(await door.send(event)).toBe(200)
  expect(await door.send(event)).toBe(200)
  expect(await kept(`of-${about}`)).toEqual([{ provider: 'sandbox', about, reference: `of-${about}` }])
  await door.close()
})

test('a room gets the messages about its own things, and none that is forged', async () => {
  const taken: object[] = []
  const door = await doorOf({
    subscription: async ({ name }, event) => void taken.push({ by: name, ...event }),
  })
  const [one, other] = [message(), message({ about: 'payout', reference: 'sbb_1' })]
  expect(await door.send(one)).toBe(200)
  expect(await door.send(one)).toBe(200)
  expect(await door.send(other)).toBe(200)
  expect(await door.send(message({ reference: 'sbs_forged' }), one)).toBe(400)
  expect(taken).toEqual([
    { by: 'sandbox', ...one },
    { by: 'sandbox', ...one },
  ])
  expect(await kept('sbs_1')).toEqual([])
  expect(await kept('sbb_1')).toHaveLength(1)
  await door.close()
})

/** A payment with the same provider that no order of this shop is about, paid and disputed. */
async function disputeElsewhere() {
  const [provider] = world.app.payments.providers
  const { reference, clientSecret } = await provider!.startPayment({
    key: 'another shop',
    method: 'credit',
    cents: 500,
    orderId: 1_000_000,
    description: 'Something else',
    returnUrl: 'http://localhost/',
    cancelUrl: 'http://localhost/',
  })
  const params = { reference }
  const body = { number: '4242 4242 4242 4242', expires: '12 / 39', cvc: '314', clientSecret: clientSecret! }
  await world.guest('POST /sandbox/payments/:reference/card', { params, body })
  const admin = await world.signUp()
  await world.app.db.updateTable('account').set({ isAdmin: true }).where('id', '=', admin.id).execute()
  await admin.call('POST /sandbox/payments/:reference/dispute', { params, body: { state: 'open' } })
  const { reference: dispute } = await world.app.db
    .selectFrom('sandboxDispute')
    .select('reference')
    .executeTakeFirstOrThrow()
  return dispute
}

test('a message about a payment that this shop does not know is kept, and is not asked for again', async () => {
  const door = await doorOf({})
  expect(await door.send(message({ about: 'payment', reference: 'sb_of_another_shop' }))).toBe(200)
  expect(await kept('sb_of_another_shop')).toHaveLength(1)
  const reference = await disputeElsewhere()
  expect(await door.send(message({ about: 'dispute', reference }))).toBe(200)
  expect(await kept(reference)).toHaveLength(1)
  expect(await world.app.db.selectFrom('dispute').select('id').execute()).toEqual([])
  await door.close()
})

test('a message that its room could not deal with comes again', async () => {
  let isKnown = false
  const door = await doorOf({
    payout: async () => {
      if (!isKnown) throw notFound('Payout')
    },
  })
  const event = message({ about: 'payout', reference: 'sbb_early' })
  expect(await door.send(event)).toBe(404)
  isKnown = true
  expect(await door.send(event)).toBe(200)
  expect(await kept('sbb_early')).toEqual([])
  await door.close()
})

test('a message without a body is forged; one that can’t be checked now comes again', async () => {
  const empty = async () => (await world.http.inject({ method: 'POST', url: '/webhooks/sandbox' })).statusCode
  expect(await empty()).toBe(400)
  vi.spyOn(world.app.payments.providers[0]!, 'readEvent').mockRejectedValueOnce(new Error('No certificate'))
  expect(await empty()).toBe(500)
})
