import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { startStripe, STRIPE_SECRETS } from '#test/stripe-emulator.ts'
import { testSubscriptions } from '#test/subscription-suite.ts'
import { ProviderDown } from '#server/payments/port.ts'
import type { NewSubscription } from '#server/payments/port-subscriptions.ts'
import { openStripe } from './stripe.ts'

const CARDS = {
  good: 'pm_card_visa',
  declined: 'pm_card_chargeDeclined',
  challenged: 'pm_card_authenticationRequired',
  failsLater: 'pm_card_paysOnce',
  failsAtCharge: 'pm_card_chargeCustomerFail',
}
const DAY = 24 * 60 * 60_000

const emulator = await startStripe()
const stripe = openStripe(STRIPE_SECRETS, { live: false, address: emulator.address })
const calls = stripe.subscriptions
afterAll(() => emulator.close())
afterAll(() => expect(emulator.brokenAnswers()).toEqual([]))
beforeEach(() => {
  emulator.take()
  emulator.asked.length = 0
  Object.assign(emulator.trouble, { lose: 0, refuse: 0, status: undefined, hang: false })
  emulator.ways.leavesDrafts = false
})

let keys = 0
const newKey = () => `key-${++keys}`
const request = (over: Partial<NewSubscription> = {}, card: keyof typeof CARDS = 'good'): NewSubscription => ({
  key: newKey(),
  method: 'credit',
  card: (over.method ?? 'credit') === 'credit' ? CARDS[card] : null,
  cents: 999,
  price: { plan: 'growth', cents: 999, every: 'month' },
  trialDays: 0,
  orderId: keys,
  description: 'Slide order 2026-1',
  returnUrl: `https://beats.example/payment/confirm?provider=stripe&orderId=${keys}`,
  cancelUrl: `https://beats.example/checkout?canceled=${keys}`,
  ...over,
})
const pay = (address: string, card = CARDS.good) => fetch(`${address}?card=${card}`, { redirect: 'manual' })
const passUntil = async (time: Date) => emulator.passUntil(time)
const paymentsOf = (reference: string) => calls.findPayments({ reference, since: new Date(0) })
const begin = async (...given: Parameters<typeof request>) => (await calls.start(request(...given))).reference

describe('the port', () =>
  testSubscriptions(
    () => ({
      provider: stripe,
      subscriptions: calls,
      now: () => new Date(emulator.now() * 1_000),
      newKey,
      monthly: async (...given) => request(...given),
      agree: async ({ clientSecret, approvalUrl }) => {
        if (clientSecret) emulator.endChallenge(clientSecret, true)
        else await pay(approvalUrl!)
      },
      passUntil,
    }),
    { pages: ['google'] },
  ))

test('a price is made once, and found again after its key is forgotten', async () => {
  const price = { plan: 'solo', cents: 1_234, every: 'year' as const }
  await begin({ price, cents: 1_234 })
  emulator.forgetKeys()
  const reference = await begin({ price, cents: 1_234 })
  expect(emulator.count('POST', /prices$/)).toBe(1)
  expect(await calls.find(reference)).toMatchObject({ price })
  await begin({ price: { ...price, cents: 1_300 }, cents: 1_300 })
  expect(emulator.count('POST', /prices$/)).toBe(2)
})

test('a card that fails at its first payment leaves an ended subscription', async () => {
  const asked = request({}, 'failsAtCharge')
  await expect(calls.start(asked)).rejects.toThrow('Your card was declined.')
  await expect(calls.start(asked)).rejects.toThrow('Your card was declined.')
  expect(emulator.all('subscription').at(-1)).toMatchObject({ status: 'incomplete_expired' })
  expect(emulator.count('DELETE', /subscriptions/)).toBe(1)
})

test('a challenge that is failed can be tried again', async () => {
  const asked = request({}, 'challenged')
  const started = await calls.start(asked)
  emulator.endChallenge(started.clientSecret!, false)
  expect(await calls.find(started.reference)).toMatchObject({
    state: 'open',
    failure: 'We are unable to authenticate your payment method.',
  })
  expect(await calls.start(asked)).toEqual(started)
  await emulator.confirmCard(started.clientSecret!, CARDS.good)
  expect(await calls.find(started.reference)).toMatchObject({ state: 'active', failure: null })
})

test('a subscription that nobody confirms is ended, and its payment with it', async () => {
  const { reference } = await calls.start(request({}, 'challenged'))
  expect(await calls.end({ key: newKey(), reference })).toMatchObject({ state: 'ended', paidUntil: null })
  expect(await paymentsOf(reference)).toMatchObject([{ state: 'canceled' }])
  const page = await calls.start(request({ method: 'google' }))
  expect(await calls.end({ key: newKey(), reference: page.reference })).toMatchObject({ state: 'ended' })
  await pay(page.approvalUrl!)
  expect(await calls.find(page.reference)).toMatchObject({ state: 'ended' })
  await expect(calls.resume({ key: newKey(), reference: page.reference })).rejects.toThrow('has not begun')
})

test('lost answers leave one subscription', async () => {
  const asked = request({ cents: 500 })
  const before = emulator.all('subscription').length
  for (let call = 0; call < 4; call++) {
    emulator.trouble.lose = 2
    await calls.start(asked).catch((error: unknown) => expect(error).toBeInstanceOf(ProviderDown))
  }
  emulator.trouble.lose = 0
  const { reference } = await calls.start(asked)
  expect(emulator.all('subscription')).toHaveLength(before + 1)
  expect(await paymentsOf(reference)).toMatchObject([{ state: 'paid', cents: 500 }])
})

test('a start that is repeated after its keys are forgotten finds its subscription, also one that has ended', async () => {
  const asked = { ...request(), card: 'pm_1Own' }
  const started = await calls.start(asked)
  emulator.forgetKeys()
  expect(await calls.start(asked)).toEqual(started)
  await calls.end({ key: newKey(), reference: started.reference })
  emulator.forgetKeys()
  expect(await calls.start(asked)).toEqual(started)
  const other = { ...request(), card: 'pm_1Own' }
  await expect(calls.start(other)).rejects.toThrow('already been attached')
})

test('renewals fail, are tried after 1, 3 and 5 days, and a renewal that succeeds later keeps its days', async () => {
  const reference = await begin({}, 'failsLater')
  const { paidUntil } = await calls.find(reference)
  const tries: (number | null)[] = []
  for (const day of [0, 1, 3, 5]) {
    await passUntil(new Date(paidUntil!.getTime() + day * DAY))
    const next = (await paymentsOf(reference)).at(-1)!.nextTryAt
    tries.push(next && (next.getTime() - paidUntil!.getTime()) / DAY)
  }
  expect(tries).toEqual([1, 3, 5, null])
  const resume = { key: newKey(), reference }
  await expect(calls.resume(resume)).rejects.toThrow('Your card was declined.')
  emulator.subscription(reference).default_payment_method = CARDS.good
  await expect(calls.resume(resume)).rejects.toThrow('Your card was declined.')
  const other = { key: newKey(), reference }
  for (let time = 0; time < 2; time++) await calls.resume(other)
  const payments = await paymentsOf(reference)
  expect(payments.map(({ state }) => state)).toEqual(['paid', 'canceled', 'paid'])
  expect(payments[2]!.from.getTime()).toBeGreaterThanOrEqual(paidUntil!.getTime() + 5 * DAY)
  expect(await calls.find(reference)).toMatchObject({ state: 'active', paidUntil: payments[2]!.until, failure: null })
})

test('a new period of an unpaid subscription is paid, also when Stripe leaves its invoice as a draft', async () => {
  const reference = await begin({}, 'failsLater')
  const { paidUntil } = await calls.find(reference)
  await passUntil(new Date(paidUntil!.getTime() + 6 * DAY))
  emulator.ways.leavesDrafts = true
  const refused = { key: newKey(), reference }
  for (let time = 0; time < 2; time++) await expect(calls.resume(refused)).rejects.toThrow('Your card was declined.')
  expect(await calls.find(reference)).toMatchObject({ state: 'paused', paidUntil })
  emulator.subscription(reference).default_payment_method = CARDS.good
  const resume = { key: newKey(), reference }
  for (let time = 0; time < 2; time++) await calls.resume(resume)
  const payments = await paymentsOf(reference)
  expect(payments.map(({ state }) => state)).toEqual(['paid', 'canceled', 'canceled', 'paid'])
  expect(await calls.find(reference)).toMatchObject({ state: 'active', paidUntil: payments[3]!.until })
})

test('an overdue subscription that is resumed pays what is open', async () => {
  const reference = await begin({}, 'failsLater')
  const { paidUntil } = await calls.find(reference)
  await passUntil(paidUntil!)
  await expect(calls.resume({ key: newKey(), reference })).rejects.toThrow('Your card was declined.')
  emulator.subscription(reference).default_payment_method = CARDS.good
  await calls.resume({ key: newKey(), reference })
  const [, renewal] = await paymentsOf(reference)
  expect(renewal).toMatchObject({ state: 'paid', from: paidUntil, failure: null, nextTryAt: null })
  expect(await calls.find(reference)).toMatchObject({ state: 'active', paidUntil: renewal!.until })
})

test('messages about a subscription and its invoices name it as the shop does', async () => {
  const byCard = await begin()
  const page = await calls.start(request({ method: 'google' }))
  await pay(page.approvalUrl!)
  const events = await Promise.all(
    emulator.take().map(async (message) => ({ type: message.type, ...(await stripe.readEvent(message)) })),
  )
  const told = (reference: string) =>
    events.filter((event) => event.about === 'subscription' && event.reference === reference).map(({ type }) => type)
  const steps = ['customer.subscription.created', 'invoice.paid', 'customer.subscription.updated']
  expect(told(byCard)).toEqual(steps)
  expect(told(page.reference)).toEqual([...steps, 'checkout.session.completed'])
  const { id, metadata: _, ...foreign } = emulator.subscription(byCard)
  emulator.say('customer.subscription.updated', { ...foreign, id, metadata: {} })
  expect(await stripe.readEvent(emulator.take()[0]!)).toMatchObject({ about: 'other', reference: id })
})

test('a dispute about a renewal names its payment', async () => {
  for (const method of ['credit', 'google'] as const) {
    const started = await calls.start(request({ method }))
    if (started.approvalUrl) await pay(started.approvalUrl)
    const [payment] = await paymentsOf(started.reference)
    const dispute = emulator.newDispute(payment!.reference)
    expect(await stripe.findDispute(dispute)).toMatchObject({ payment: payment!.reference, state: 'open', cents: 999 })
  }
})
