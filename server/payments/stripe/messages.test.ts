import { afterAll, beforeEach, expect, test } from 'vitest'
import { STRIPE_SECRETS } from '#test/stripe-emulator.ts'
import { createStripePayments } from '#test/stripe-payments.ts'
import { ForgedEvent } from '#server/payments/port.ts'
import { openStripe } from './stripe.ts'

const { emulator, stripe, begin, close, paidByCard, paidByGoogle } = await createStripePayments()
beforeEach(() => void begin())
afterAll(close)

const eventsOf = (provider = stripe) =>
  Promise.all(emulator.take().map(async (message) => ({ type: message.type, ...(await provider.readEvent(message)) })))

test('messages name payments, refunds and disputes', async () => {
  const paid = await paidByCard()
  const refund = await stripe.refund({ key: `refund-${paid}`, payment: paid, cents: 2999 })
  const dispute = emulator.newDispute(paid)
  const events = await eventsOf()
  expect(new Set(events.map(({ id }) => id)).size).toBe(events.length)
  expect(events.map(({ type, about, reference }) => [type, about, reference])).toEqual([
    ['payment_intent.created', 'payment', paid],
    ['charge.succeeded', 'other', expect.stringMatching(/^ch_/)],
    ['payment_intent.succeeded', 'payment', paid],
    ['refund.created', 'refund', refund.reference],
    ['charge.refunded', 'other', expect.stringMatching(/^ch_/)],
    ['charge.dispute.created', 'dispute', dispute],
  ])
})

test('messages about a session name the session, and those about its intent are of no interest', async () => {
  const { reference } = await paidByGoogle()
  const events = await eventsOf()
  const about = (kind: string) => events.filter((event) => event.about === kind).map((event) => event.reference)
  expect(about('payment')).toEqual([reference])
  expect(about('other').filter((id) => id.startsWith('pi_'))).toHaveLength(2)
})

test('a message is believed only with a fresh signature over exactly its bytes', async () => {
  await paidByCard()
  const message = emulator.take().at(-1)!
  await expect(stripe.readEvent(message)).resolves.toMatchObject({ about: 'payment' })
  await expect(stripe.readEvent(message)).resolves.toMatchObject({ about: 'payment' }) // duplicates are the receiver's
  const text = message.body.toString()
  for (const forged of [
    { ...message, body: Buffer.from(JSON.stringify(JSON.parse(text), null, 2)) },
    { ...message, body: Buffer.from(text.replace('2999', '1')) },
    { ...message, headers: {} },
    { ...message, headers: { 'stripe-signature': 't=1,v1=00' } },
    { ...message, headers: { 'stripe-signature': ['t=1', 'v1=00'] } },
  ])
    await expect(stripe.readEvent(forged)).rejects.toThrow(ForgedEvent)
})

test('a message with an old signature is refused', async () => {
  emulator.say('payment_intent.succeeded', emulator.intent(await paidByCard()), { at: Date.now() / 1000 - 600 })
  await expect(stripe.readEvent(emulator.take().at(-1)!)).rejects.toThrow(ForgedEvent)
})

test('a message of another mode, another endpoint or without a secret of ours is refused', async () => {
  const intent = emulator.intent(await paidByCard())
  const [message] = emulator.take()
  const at = { live: false, address: emulator.address }
  for (const webhookSecret of ['whsec_other', undefined])
    await expect(openStripe({ ...STRIPE_SECRETS, webhookSecret }, at).readEvent(message!)).rejects.toThrow(ForgedEvent)
  const live = openStripe(STRIPE_SECRETS, { ...at, live: true })
  await expect(live.readEvent(message!)).rejects.toThrow(ForgedEvent)
  emulator.say('payment_intent.succeeded', intent, { livemode: true })
  const [ofLive] = emulator.take()
  await expect(stripe.readEvent(ofLive!)).rejects.toThrow(ForgedEvent)
  await expect(live.readEvent(ofLive!)).resolves.toMatchObject({ reference: intent.id })
})
