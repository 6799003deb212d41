import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { PAYPAL_SECRETS, startPayPal } from '#test/paypal-emulator.ts'
import { testSubscriptions } from '#test/subscription-suite.ts'
import { ProviderDown, type StartedPayment } from '#server/payments/port.ts'
import type { NewSubscription } from '#server/payments/port-subscriptions.ts'
import { openPayPal } from './paypal.ts'

const emulator = await startPayPal()
const paypal = openPayPal(PAYPAL_SECRETS, { live: false, address: emulator.address })
const calls = paypal.subscriptions
afterAll(() => emulator.close())
afterAll(() => expect(emulator.brokenAnswers()).toEqual([]))
beforeEach(() => {
  emulator.take()
  emulator.asked.length = 0
  Object.assign(emulator.trouble, { lose: 0, refuse: 0, status: undefined, hang: false })
})

let keys = 0
const newKey = () => `key-${++keys}`
const request = (over: Partial<NewSubscription> = {}): NewSubscription => ({
  key: newKey(),
  card: null,
  cents: 999,
  price: { plan: 'growth', cents: 999, every: 'month' },
  trialDays: 0,
  orderId: keys,
  description: 'Slide order 2026-1',
  returnUrl: `https://beats.example/payment/confirm?provider=paypal&orderId=${keys}`,
  cancelUrl: `https://beats.example/checkout?canceled=${keys}`,
  ...over,
  method: 'paypal',
})
const visit = async ({ approvalUrl }: StartedPayment, choice: string) =>
  (await fetch(`${approvalUrl}&choice=${choice}`, { redirect: 'manual' })).headers.get('location')
const paymentsOf = (reference: string) => calls.findPayments({ reference, since: new Date(0) })
async function begin(over: Partial<NewSubscription> = {}, choice = 'approve') {
  const started = await calls.start(request(over))
  await visit(started, choice)
  return started.reference
}

/** Orders whose buyers' accounts pay the first time only. */
const failing = new Set<number>()
describe('the port', () =>
  testSubscriptions(
    () => ({
      provider: paypal,
      subscriptions: calls,
      now: emulator.now,
      newKey,
      monthly: async (over, card) => {
        const asked = request(over)
        if (card === 'failsLater') failing.add(asked.orderId)
        return asked
      },
      agree: async (started) => {
        const order = Number(emulator.subscription(started.reference).custom_id.split(' ').at(-1))
        await visit(started, failing.has(order) ? 'later' : 'approve')
      },
      passUntil: async (time) => emulator.passUntil(time),
    }),
    { pages: ['paypal'], takesCards: false, keepsKeys: false },
  ))

test('a subscriber is not offered ways to pay whose money comes days later', async () => {
  await begin()
  const made = emulator.asked.find(({ method, path }) => method === 'POST' && path.endsWith('/subscriptions'))
  const context = { payment_method: { payer_selected: 'PAYPAL', payee_preferred: 'IMMEDIATE_PAYMENT_REQUIRED' } }
  expect(JSON.parse(made!.raw)).toMatchObject({ application_context: context })
})

test('product and plan are made once; another first payment needs no plan of its own', async () => {
  const price = { plan: 'solo', cents: 1_234, every: 'year' as const }
  for (const cents of [1_234, 1_234, 700, 0]) await begin({ price, cents })
  expect(emulator.count('POST', /plans$/)).toBe(2)
  expect(emulator.count('POST', /products$/)).toBeLessThanOrEqual(1)
})

test('the page leads back with the name of the subscription, or to the checkout', async () => {
  const started = await calls.start(request())
  expect(await visit(started, 'cancel')).toContain('/checkout?canceled=')
  expect(await calls.find(started.reference)).toMatchObject({ state: 'open' })
  const back = new URL((await visit(started, 'approve'))!)
  expect(back.searchParams.get('subscription_id')).toBe(started.reference)
  const [payment] = await paymentsOf(started.reference)
  expect(await paypal.findPayment(payment!.reference)).toMatchObject({ state: 'paid', cents: 999, feeCents: 84 })
})

test('a lost answer leaves one subscription', async () => {
  const asked = request()
  const before = emulator.subscriptions.size
  emulator.trouble.lose = 2
  await expect(calls.start(asked)).rejects.toThrow(ProviderDown)
  await calls.start(asked)
  expect(emulator.subscriptions.size).toBe(before + 1)
})

test('a paused subscription that is resumed pays what is open', async () => {
  const reference = await begin({}, 'later')
  const { paidUntil } = await calls.find(reference)
  emulator.passUntil(new Date(paidUntil!.getTime() + 20 * 24 * 60 * 60_000))
  expect(await calls.find(reference)).toMatchObject({ state: 'paused' })
  await expect(calls.resume({ key: newKey(), reference })).rejects.toThrow('Payer cannot pay.')
  expect(await calls.find(reference)).toMatchObject({ state: 'paused' })
  emulator.letRenewalsFail(reference, false)
  const resume = { key: newKey(), reference }
  for (let time = 0; time < 2; time++) await calls.resume(resume)
  const payments = await paymentsOf(reference)
  expect(payments.map(({ state }) => state)).toEqual(['paid', 'paid'])
  expect(await calls.find(reference)).toMatchObject({ state: 'active', paidUntil: payments[1]!.until })
})

test('messages about a subscription and its payments name it', async () => {
  const reference = await begin()
  const events = await Promise.all(emulator.take().map((message) => paypal.readEvent(message)))
  expect(events).toMatchObject([
    { about: 'subscription', reference },
    { about: 'subscription', reference },
  ])
})

test('a dispute names the payment', async () => {
  const [payment] = await paymentsOf(await begin())
  const dispute = emulator.newDispute(payment!.reference.replace('capture_', ''))
  expect(await paypal.findDispute(dispute)).toMatchObject({ payment: payment!.reference, state: 'open', cents: 999 })
})
