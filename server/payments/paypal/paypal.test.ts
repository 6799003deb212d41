import { afterAll, beforeEach, expect, test } from 'vitest'
import { hasContracts } from '#test/contract-check.ts'
import { PAYPAL_SECRETS } from '#test/paypal-emulator.ts'
import { createPayPalPayments } from '#test/paypal-payments.ts'
import { ProviderDown, ProviderRefused } from '#server/payments/port.ts'
import { centsOf, usd } from './amounts.ts'

const { emulator, paypal, another, begin, close, payment, started, visit, capture, paid } = await createPayPalPayments()
let attempts = 0
beforeEach(() => {
  attempts = begin()
})
afterAll(close)

const captureIdOf = (reference: string) => emulator.order(reference).purchase_units[0].payments!.captures[0]!.id
const captures = () => emulator.count('POST', /capture$/)

test('an approved order is paid when it is captured, with PayPal’s fee', async () => {
  const { reference, approvalUrl } = await started()
  const open = { state: 'open', cents: 2999, currency: 'USD', feeCents: null, paidWith: null, failure: null }
  expect(await paypal.findPayment(reference)).toEqual(open)
  const back = new URL((await visit(approvalUrl, 'approve')) ?? '')
  expect(`${back.origin}${back.pathname}`).toBe('https://beats.example/payment/confirm')
  expect(Object.fromEntries(back.searchParams)).toMatchObject({ orderId: String(attempts), token: reference })
  expect(await paypal.findPayment(reference)).toEqual({ ...open, state: 'approved' })
  const done = { ...open, state: 'paid', feeCents: 154, paidWith: 'PayPal' }
  expect(await capture(reference)).toEqual(done)
  expect(await paypal.findPayment(reference)).toEqual(done)
  expect(emulator.order(reference).purchase_units[0]).toMatchObject({ custom_id: String(attempts) })
})

test('the way back from PayPal’s page without approving leaves the payment open', async () => {
  const { reference, approvalUrl } = await started()
  expect(await visit(approvalUrl, 'cancel')).toBe('https://beats.example/checkout')
  expect(await capture(reference)).toMatchObject({ state: 'open', cents: 2999 })
})

test('a buyer is not offered ways to pay whose money comes days later', async () => {
  emulator.asked.length = 0
  await started()
  const [order] = emulator.asked.filter(({ method, path }) => method === 'POST' && path.endsWith('/orders'))
  const context = { payment_method_preference: 'IMMEDIATE_PAYMENT_REQUIRED' }
  expect(JSON.parse(order!.raw)).toMatchObject({ payment_source: { paypal: { experience_context: context } } })
})

test('an order is captured once, with one key or several', async () => {
  const reference = await paid()
  expect(await capture(reference)).toMatchObject({ state: 'paid' })
  expect(await capture(reference, 'another key')).toMatchObject({ state: 'paid', cents: 2999, feeCents: 154 })
  expect(emulator.order(reference).purchase_units[0].payments?.captures).toHaveLength(1)
})

test('declined funding leaves the payment open, and its buyer may approve other funding', async () => {
  const { reference, approvalUrl } = await started()
  await visit(approvalUrl, 'decline')
  const declined = await capture(reference)
  expect(declined).toMatchObject({ state: 'open', cents: 2999, failure: expect.stringContaining('declined') })
  expect(await capture(reference)).toEqual(declined)
  expect(await paypal.startPayment(payment())).toEqual({ reference, approvalUrl, clientSecret: null })
  await visit(approvalUrl, 'approve')
  expect(await capture(reference, 'second attempt')).toMatchObject({ state: 'paid', failure: null })
})

test('a capture that PayPal looks at is processing, and the order’s own state says nothing', async () => {
  emulator.ways.captures = 'PENDING'
  const reference = await paid()
  expect(emulator.order(reference).status).toBe('COMPLETED')
  expect(await paypal.findPayment(reference)).toMatchObject({ state: 'processing', feeCents: null, paidWith: null })
  expect(await paypal.cancelPayment(reference)).toMatchObject({ state: 'processing' })
  emulator.settle(emulator.order(reference), 'COMPLETED')
  expect(await paypal.findPayment(reference)).toMatchObject({ state: 'paid', feeCents: 154 })
})

test.each(['DECLINED', 'FAILED'] as const)('a capture that ends as %s ends the payment', async (status) => {
  emulator.ways.captures = 'PENDING'
  const reference = await paid()
  emulator.settle(emulator.order(reference), status)
  expect(await paypal.findPayment(reference)).toMatchObject({
    state: 'canceled',
    failure: `PayPal could not take the money (${status.toLowerCase()})`,
  })
})

test('an open payment is canceled, and a paid one answers that it is paid', async () => {
  const { reference, approvalUrl } = await started()
  expect(await paypal.cancelPayment(reference)).toMatchObject({ state: 'canceled' })
  await visit(approvalUrl, 'approve')
  expect(await paypal.cancelPayment(reference)).toMatchObject({ state: 'canceled' })
  expect(captures()).toBe(0)
  await capture(reference)
  expect(await paypal.cancelPayment(reference)).toMatchObject({ state: 'paid', cents: 2999 })
})

test('an order that PayPal has forgotten was not paid', async () => {
  const { reference } = await started()
  emulator.forget(reference)
  expect(await paypal.findPayment(reference)).toMatchObject({ state: 'canceled' })
  expect(await capture(reference)).toMatchObject({ state: 'canceled' })
  expect(await paypal.cancelPayment(reference)).toMatchObject({ state: 'canceled' })
})

test('a voided order is canceled', async () => {
  const { reference } = await started()
  emulator.order(reference).status = 'VOIDED'
  expect(await paypal.findPayment(reference)).toMatchObject({ state: 'canceled' })
})

test('refunds are made in parts, and never above what was paid', async () => {
  const reference = await paid()
  const refund = await paypal.refund({ key: `refund-1-${reference}`, payment: reference, cents: 1000 })
  expect(refund).toEqual({ reference: expect.any(String), state: 'done', cents: 1000 })
  expect(await paypal.findRefund(refund)).toEqual(refund)
  const tooMuch = paypal.refund({ key: `refund-2-${reference}`, payment: reference, cents: 2000 })
  await expect(tooMuch).rejects.toThrow(/^The refund amount must be less than or equal to the capture amount/)
  await paypal.refund({ key: `refund-3-${reference}`, payment: reference, cents: 1999 })
  const again = paypal.refund({ key: `refund-4-${reference}`, payment: reference, cents: 1 })
  await expect(again).rejects.toThrow(ProviderRefused)
  expect(await paypal.findPayment(reference)).toMatchObject({ state: 'paid', cents: 2999 })
})

test('a refund may wait and fail', async () => {
  emulator.ways.refunds = 'PENDING'
  const reference = await paid()
  const refund = await paypal.refund({ key: `refund-${reference}`, payment: reference, cents: 2999 })
  expect(refund).toMatchObject({ state: 'pending' })
  emulator.settleRefund(refund.reference, 'FAILED')
  expect(await paypal.findRefund(refund)).toMatchObject({ state: 'failed' })
})

test('a payment that was never captured can’t be refunded', async () => {
  const { reference } = await started()
  await expect(paypal.refund({ key: 'refund', payment: reference, cents: 1 })).rejects.toThrow(ProviderRefused)
})

test('a dispute names the payment by the order, and ends for one side', async () => {
  const reference = await paid()
  const dispute = emulator.newDispute(reference)
  const reason = 'merchandise or service not received'
  const open = { payment: reference, state: 'open', isInquiry: false, cents: 2999, reason }
  expect(await paypal.findDispute(dispute)).toEqual(open)
  emulator.changeDispute(dispute, 'UNDER_REVIEW')
  expect(await paypal.findDispute(dispute)).toEqual(open)
  for (const [outcome, state] of [
    [undefined, 'open'],
    ['NONE', 'won'], // another dispute of the payment took its place
    ['DENIED', 'won'],
    ['RESOLVED_SELLER_FAVOUR', 'won'],
    ['RESOLVED_WITH_PAYOUT', 'won'],
    ['CANCELED_BY_BUYER', 'won'],
    ['RESOLVED_BUYER_FAVOUR', 'lost'],
    ['ACCEPTED', 'lost'],
  ] as const) {
    emulator.changeDispute(dispute, 'RESOLVED', outcome)
    expect(await paypal.findDispute(dispute)).toEqual({ ...open, state })
  }
})

test('a start that is repeated makes one order', async () => {
  const first = await paypal.startPayment(payment())
  expect(await paypal.startPayment(payment())).toEqual(first)
  expect(emulator.orders.size).toBeGreaterThan(0)
})

test('lost answers leave one order, one capture and one refund', async () => {
  const before = { orders: emulator.orders.size, refunds: emulator.refunds.size }
  emulator.trouble.lose = 2
  await expect(paypal.startPayment(payment())).rejects.toThrow(ProviderDown)
  emulator.trouble.lose = 1
  const { reference, approvalUrl } = await started()
  expect(emulator.orders.size).toBe(before.orders + 1)

  await visit(approvalUrl, 'approve')
  emulator.trouble.lose = 2
  await expect(capture(reference)).rejects.toThrow(ProviderDown)
  expect(await capture(reference)).toMatchObject({ state: 'paid' })
  expect(emulator.order(reference).purchase_units[0].payments?.captures).toHaveLength(1)

  const request = { key: `refund-${reference}`, payment: reference, cents: 1000 }
  emulator.trouble.lose = 2
  await expect(paypal.refund(request)).rejects.toThrow(ProviderDown)
  const refund = await paypal.refund(request)
  expect(await paypal.refund(request)).toEqual(refund)
  expect(emulator.refunds.size).toBe(before.refunds + 1)
})

test('a token is shared by calls, kept, and renewed when PayPal withdraws it', async () => {
  const tokens = () => emulator.count('POST', /token$/)
  const fresh = another()
  const { reference } = await started()
  const before = tokens()
  await Promise.all([fresh.findPayment(reference), fresh.findPayment(reference), fresh.findPayment(reference)])
  await fresh.findPayment(reference)
  expect(tokens()).toBe(before + 1)
  emulator.withdrawTokens()
  expect(await fresh.findPayment(reference)).toMatchObject({ state: 'open' })
  expect(tokens()).toBe(before + 2)
})

test.each([429, 500, 503, 401, 403, 409])('the outcome of a call that ends with %i is unknown', async (status) => {
  emulator.trouble.status = status
  await expect(paypal.startPayment(payment())).rejects.toThrow(ProviderDown)
  await expect(paypal.capturePayment({ key: 'capture', reference: 'A1' })).rejects.toThrow(ProviderDown)
})

test('a refusal without JSON counts as no answer', async () => {
  const { body } = emulator.trouble
  Object.assign(emulator.trouble, { status: 404, body: '<h1>Not found</h1>' })
  await expect(paypal.findPayment('A1')).rejects.toThrow(ProviderDown)
  emulator.trouble.body = body
})

test('a call without an answer ends in time', async () => {
  emulator.trouble.hang = true
  await expect(another({}, 100).startPayment(payment())).rejects.toThrow(ProviderDown)
  expect(emulator.count('POST', /orders$/)).toBe(1)
})

test('errors hold neither the secret nor a token', async () => {
  const attempt = (act: Promise<unknown>) =>
    act.then(
      () => [],
      (error: Error) => [error, error.stack, error.cause],
    )
  const { reference } = await started()
  const told = [await attempt(another({ secret: 'hunter2' }).findPayment(reference))]
  told.push(await attempt(paypal.refund({ key: 'refund-none', payment: reference, cents: 1 })))
  emulator.trouble.refuse = 2
  told.push(await attempt(paypal.findPayment(reference)))
  expect(told.every(({ length }) => length > 0)).toBe(true)
  const text = told
    .flat()
    .map((part) => `${String(part)} ${JSON.stringify(part)}`)
    .join()
  for (const secret of ['hunter2', 'A21.', 'Basic', PAYPAL_SECRETS.secret]) expect(text).not.toContain(secret)
})

test('amounts are written from whole cents, and read only as such', () => {
  for (const cents of [1, 10, 99, 100, 2999, 100_000, 9_999_999]) {
    expect(usd(cents).value).toMatch(/^\d+\.\d\d$/)
    expect(centsOf(usd(cents))).toBe(cents)
  }
  expect(usd(5)).toEqual({ currency_code: 'USD', value: '0.05' })
  for (const value of ['', '1.', '1.234', '-1.00', '1e3', '1,00'])
    expect(() => centsOf({ currency_code: 'USD', value })).toThrow('an amount that is none')
})

test.skipIf(!hasContracts)('a field or a value that PayPal’s contract does not know is refused', async () => {
  const token = await fetch(new URL('/v1/oauth2/token', emulator.address), {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${PAYPAL_SECRETS.clientId}:${PAYPAL_SECRETS.secret}`).toString('base64')}`,
    },
    body: 'grant_type=client_credentials',
  })
  const { access_token } = (await token.json()) as { access_token: string }
  const post = async (path: string, body: object) => {
    const headers = { authorization: `Bearer ${access_token}` }
    const response = await fetch(new URL(path, emulator.address), {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    return response.status
  }
  const context = { return_url: 'https://beats.example/', cancel_url: 'https://beats.example/' }
  const order = (unit: object, more: object = {}) => ({
    intent: 'CAPTURE',
    purchase_units: [{ amount: usd(2999), custom_id: '1', ...unit }],
    payment_source: { paypal: { experience_context: { ...context, ...more } } },
  })
  const orders = '/v2/checkout/orders'
  expect(await post(orders, order({}))).toBe(200)
  expect(await post(orders, { ...order({}), intend: 'CAPTURE' })).toBe(400)
  expect(await post(orders, { ...order({}), intent: 'BUY' })).toBe(400)
  expect(await post(orders, order({ custom: '1' }))).toBe(400)
  expect(await post(orders, order({ amount: { currency_code: 'USD', value: 29.99 } }))).toBe(400)
  expect(await post(orders, order({ amount: { ...usd(2999), valeu: '1' } }))).toBe(400) // inside of merged parts
  expect(await post(orders, order({}, { returnUrl: 'https://beats.example/' }))).toBe(400)
  expect(await post(`/v2/payments/captures/${captureIdOf(await paid())}/refund`, { ammount: usd(1) })).toBe(400)
})
