import { afterAll, beforeEach, expect, test } from 'vitest'
import { hasContracts } from '#test/contract-check.ts'
import { STRIPE_SECRETS } from '#test/stripe-emulator.ts'
import { createStripePayments, VISA } from '#test/stripe-payments.ts'
import { ProviderDown, ProviderRefused } from '#server/payments/port.ts'
import { openStripe } from './stripe.ts'

const DECLINED = 'pm_card_chargeDeclined'
const CHALLENGE = 'pm_card_authenticationRequired'

const { emulator, stripe, begin, close, payment, started, visit, paidByCard, paidByGoogle } =
  await createStripePayments()
let attempts = 0
beforeEach(() => {
  attempts = begin()
})
afterAll(close)

test('a card that is accepted pays the order, with fee and card', async () => {
  const { reference, clientSecret, approvalUrl } = await started()
  expect({ reference, clientSecret, approvalUrl }).toEqual({
    reference: expect.stringMatching(/^pi_/),
    clientSecret: expect.stringContaining(`${reference}_secret_`),
    approvalUrl: '',
  })
  const open = { state: 'open', cents: 2999, currency: 'USD', feeCents: null, paidWith: null, failure: null }
  expect(await stripe.findPayment(reference)).toEqual(open)
  await emulator.confirmCard(clientSecret, VISA)
  const paid = { ...open, state: 'paid', feeCents: 117, paidWith: 'Visa, ends 4242' }
  expect(await stripe.findPayment(reference)).toEqual(paid)
  expect(await stripe.capturePayment({ key: 'capture', reference })).toEqual(paid)
  expect(emulator.intent(reference)).toMatchObject({
    description: 'Night Bus (WAV Lease)',
    metadata: { orderId: String(attempts), method: 'credit' },
  })
})

test('a fee that Stripe has not told yet is unknown', async () => {
  emulator.ways.tellsFee = false
  expect(await stripe.findPayment(await paidByCard())).toMatchObject({ state: 'paid', feeCents: null })
})

test('a declined card leaves the payment open, and another card pays it', async () => {
  const { reference, clientSecret } = await started()
  expect(await emulator.confirmCard(clientSecret, DECLINED)).toBe(402)
  expect(await stripe.findPayment(reference)).toMatchObject({ state: 'open', failure: 'Your card was declined.' })
  await emulator.confirmCard(clientSecret, VISA)
  expect(await stripe.findPayment(reference)).toMatchObject({ state: 'paid', failure: null })
})

test('a challenge that is passed pays, and one that is failed leaves the payment open', async () => {
  const { reference, clientSecret } = await started()
  await emulator.confirmCard(clientSecret, CHALLENGE)
  expect(await stripe.findPayment(reference)).toMatchObject({ state: 'open', failure: null })
  emulator.endChallenge(clientSecret, false)
  expect(await stripe.findPayment(reference)).toMatchObject({
    state: 'open',
    failure: 'We are unable to authenticate your payment method.',
  })
  await emulator.confirmCard(clientSecret, CHALLENGE)
  emulator.endChallenge(clientSecret, true)
  expect(await stripe.findPayment(reference)).toMatchObject({ state: 'paid' })
})

test('a payment that takes time is processing until it is paid', async () => {
  emulator.ways.payments = 'processing'
  const { reference, clientSecret } = await started()
  await emulator.confirmCard(clientSecret, VISA)
  expect(await stripe.findPayment(reference)).toMatchObject({ state: 'processing' })
  expect(await stripe.cancelPayment(reference)).toMatchObject({ state: 'processing' })
  emulator.succeed(emulator.intent(reference))
  expect(await stripe.findPayment(reference)).toMatchObject({ state: 'paid' })
})

test('Google Pay is paid on Stripe’s page, which leads back with the id of its session', async () => {
  const { reference, approvalUrl } = await started({ method: 'google' })
  expect(reference).toMatch(/^cs_/)
  expect(await stripe.findPayment(reference)).toMatchObject({ state: 'open', cents: 2999, currency: 'USD' })
  await visit(approvalUrl, `card=${DECLINED}`)
  expect(await stripe.findPayment(reference)).toMatchObject({ state: 'open', failure: 'Your card was declined.' })
  const response = await visit(approvalUrl, `card=${VISA}`)
  expect(response.headers.get('location')).toBe(`${payment().returnUrl}&sessionId=${reference}`)
  expect(await stripe.findPayment(reference)).toEqual({
    state: 'paid',
    cents: 2999,
    currency: 'USD',
    feeCents: 117,
    paidWith: 'Visa, ends 4242',
    failure: null,
  })
})

test('the way back from Stripe’s page without paying leaves the payment open', async () => {
  const { reference, approvalUrl } = await started({ method: 'google' })
  expect((await visit(approvalUrl, 'cancel')).headers.get('location')).toBe('https://beats.example/checkout')
  expect(await stripe.findPayment(reference)).toMatchObject({ state: 'open' })
})

test('a completed session is processing until its money is there, and ends when the money does not come', async () => {
  emulator.ways.payments = 'processing'
  const { reference } = await paidByGoogle()
  expect(await stripe.findPayment(reference)).toMatchObject({ state: 'processing' })
  const { payment_intent } = emulator.session(reference)
  emulator.fail(emulator.intent(payment_intent), 'payment_failed', 'The bank said no.')
  expect(await stripe.findPayment(reference)).toMatchObject({ state: 'canceled', failure: 'The bank said no.' })
})

test.each(['credit', 'google'] as const)('an open %s payment is canceled once and for all', async (method) => {
  const { reference, clientSecret, approvalUrl } = await started({ method })
  expect(await stripe.cancelPayment(reference)).toMatchObject({ state: 'canceled' })
  expect(await stripe.cancelPayment(reference)).toMatchObject({ state: 'canceled' })
  if (method === 'google') await visit(approvalUrl, `card=${VISA}`)
  else expect(await emulator.confirmCard(clientSecret, VISA)).toBe(400)
  expect(await stripe.findPayment(reference)).toMatchObject({ state: 'canceled' })
})

test('the cancellation of a paid payment answers that it is paid', async () => {
  expect(await stripe.cancelPayment(await paidByCard())).toMatchObject({ state: 'paid', cents: 2999 })
  expect(await stripe.cancelPayment((await paidByGoogle()).reference)).toMatchObject({ state: 'paid', cents: 2999 })
})

test('a payment that Stripe does not know is refused', async () => {
  await expect(stripe.findPayment('pi_unknown')).rejects.toThrow(ProviderRefused)
  await expect(stripe.cancelPayment('cs_unknown')).rejects.toThrow('No such checkout.session')
})

test('refunds are made in parts, and never above what was paid', async () => {
  for (const paid of [await paidByCard(), (await paidByGoogle()).reference]) {
    const refund = await stripe.refund({ key: `refund-1-${paid}`, payment: paid, cents: 1000 })
    expect(refund).toEqual({ reference: expect.stringMatching(/^re_/), state: 'done', cents: 1000 })
    expect(await stripe.findRefund(refund)).toEqual(refund)
    const tooMuch = stripe.refund({ key: `refund-2-${paid}`, payment: paid, cents: 2000 })
    await expect(tooMuch).rejects.toThrow('Refund amount (2000) is greater than unrefunded amount on charge.')
    await stripe.refund({ key: `refund-3-${paid}`, payment: paid, cents: 1999 })
    const again = stripe.refund({ key: `refund-4-${paid}`, payment: paid, cents: 1 })
    await expect(again).rejects.toThrow(ProviderRefused)
    expect(await stripe.findPayment(paid)).toMatchObject({ state: 'paid', cents: 2999 })
  }
})

test.each(['credit', 'google'] as const)('a %s payment that nobody paid can’t be refunded', async (method) => {
  const { reference } = await started({ method })
  const refund = stripe.refund({ key: `refund-${reference}`, payment: reference, cents: 1 })
  await expect(refund).rejects.toThrow(ProviderRefused)
})

test('a refund with the same key is made once, even after Stripe has forgotten the key', async () => {
  const paid = await paidByCard()
  const request = { key: `refund-${paid}`, payment: paid, cents: 1000 }
  const refund = await stripe.refund(request)
  expect(await stripe.refund(request)).toEqual(refund)
  emulator.forgetKeys()
  expect(await stripe.refund(request)).toEqual(refund)
  expect(emulator.count('POST', /refunds/)).toBe(1)
})

test('a refund may wait and fail', async () => {
  emulator.ways.refunds = 'pending'
  const paid = await paidByCard()
  const refund = await stripe.refund({ key: `refund-${paid}`, payment: paid, cents: 2999 })
  expect(refund).toMatchObject({ state: 'pending' })
  emulator.settleRefund(refund.reference, 'failed')
  expect(await stripe.findRefund(refund)).toMatchObject({ state: 'failed' })
})

test('a dispute names the payment by the reference that started it', async () => {
  for (const paid of [await paidByCard(), (await paidByGoogle()).reference]) {
    const intent = paid.startsWith('cs_') ? emulator.session(paid).payment_intent : paid
    const dispute = emulator.newDispute(intent ?? '')
    const open = { payment: paid, state: 'open', isInquiry: false, cents: 2999, reason: 'product not received' }
    expect(await stripe.findDispute(dispute)).toEqual(open)
    for (const [status, state, isInquiry] of [
      ['warning_needs_response', 'open', true],
      ['warning_under_review', 'open', true],
      ['warning_closed', 'won', true],
      ['under_review', 'open', false],
      ['won', 'won', false],
      ['lost', 'lost', false],
    ] as const) {
      emulator.changeDispute(dispute, status)
      expect(await stripe.findDispute(dispute)).toEqual({ ...open, state, isInquiry })
    }
  }
})

test('the same start makes one payment, and the same key with another amount is refused', async () => {
  const first = await stripe.startPayment(payment())
  expect(await stripe.startPayment(payment())).toEqual(first)
  await expect(stripe.startPayment(payment({ cents: 1 }))).rejects.toThrow(ProviderRefused)
  expect(await stripe.findPayment(first.reference)).toMatchObject({ cents: 2999 })
})

test.each(['credit', 'google'] as const)('a lost answer leaves one %s payment', async (method) => {
  const kind = method === 'credit' ? 'payment_intent' : 'checkout.session'
  const before = emulator.all(kind).length
  emulator.trouble.lose = 1
  const { reference } = await stripe.startPayment(payment({ method }))
  emulator.trouble.lose = 2
  await expect(stripe.startPayment(payment({ method }))).rejects.toThrow(ProviderDown)
  expect((await stripe.startPayment(payment({ method }))).reference).toBe(reference)
  expect(emulator.all(kind)).toHaveLength(before + 1)
})

test('a lost answer leaves one refund', async () => {
  const paid = await paidByCard()
  const request = { key: `refund-${paid}`, payment: paid, cents: 1000 }
  const before = emulator.all('refund').length
  emulator.trouble.lose = 2
  await expect(stripe.refund(request)).rejects.toThrow(ProviderDown)
  expect(await stripe.refund(request)).toMatchObject({ cents: 1000 })
  expect(emulator.all('refund')).toHaveLength(before + 1)
})

test.each([429, 500, 503, 401, 403, 409])('the outcome of a call that ends with %i is unknown', async (status) => {
  emulator.trouble.status = status
  await expect(stripe.startPayment(payment())).rejects.toThrow(ProviderDown)
  await expect(stripe.cancelPayment('pi_1')).rejects.toThrow(ProviderDown)
})

test('a call without an answer ends in time', async () => {
  const impatient = openStripe(STRIPE_SECRETS, { live: false, address: emulator.address, timeout: 100 })
  emulator.trouble.hang = true
  await expect(impatient.startPayment(payment())).rejects.toThrow(ProviderDown)
  expect(emulator.count('POST', /payment_intents$/)).toBe(1)
  emulator.trouble.hang = false
  emulator.trouble.refuse = 2
  await expect(stripe.findPayment('pi_1')).rejects.toThrow(ProviderDown)
})

test('errors hold no key and no client secret', async () => {
  const wrong = { ...STRIPE_SECRETS, secretKey: 'sk_test_hunter2', webhookSecret: 'whsec_hunter2' }
  const stranger = openStripe(wrong, { live: false, address: emulator.address })
  const { clientSecret, reference } = await started()
  await emulator.confirmCard(clientSecret, VISA)
  const [message] = emulator.take()
  const attempt = (act: Promise<unknown>) =>
    act.then(
      () => [],
      (error: Error) => [error, error.stack, error.cause],
    )
  const told = [
    await attempt(stranger.findPayment(reference)),
    await attempt(stranger.readEvent(message!)),
    await attempt(stripe.startPayment(payment({ cents: 1 }))),
    await attempt(stripe.refund({ key: 'refund-over', payment: reference, cents: 9999 })),
  ]
  expect(told.every(({ length }) => length > 0)).toBe(true)
  const text = told
    .flat()
    .map((part) => `${String(part)} ${JSON.stringify(part)}`)
    .join()
  for (const secret of ['hunter2', clientSecret, ...Object.values(STRIPE_SECRETS)]) expect(text).not.toContain(secret)
})

test.skipIf(!hasContracts)('a field or a value that Stripe’s contract does not know is refused', async () => {
  const post = async (path: string, body: Record<string, string>) => {
    const headers = { authorization: `Bearer ${STRIPE_SECRETS.secretKey}` }
    const response = await fetch(new URL(path, emulator.address), {
      method: 'POST',
      headers,
      body: new URLSearchParams(body),
    })
    return response.status
  }
  const intent = { amount: '2999', currency: 'usd' }
  expect(await post('/v1/payment_intents', intent)).toBe(200)
  expect(await post('/v1/payment_intents', { ...intent, metdata: 'x' })).toBe(400)
  expect(await post('/v1/payment_intents', { ...intent, 'automatic_payment_methods[enable]': 'true' })).toBe(400)
  expect(await post('/v1/payment_intents', { ...intent, 'payment_method_types[0]': 'card' })).toBe(400)
  expect(await post('/v1/payment_intents', { ...intent, amount: '29.99' })).toBe(400)
  expect(await post('/v1/checkout/sessions', { mode: 'payment', nonsense: '1' })).toBe(400)
  const found = await fetch(new URL('/v1/refunds?payment=pi_1', emulator.address), {
    headers: { authorization: `Bearer ${STRIPE_SECRETS.secretKey}` },
  })
  expect(found.status).toBe(400)
})
