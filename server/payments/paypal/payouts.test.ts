import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { PAYPAL_SECRETS, startPayPal } from '#test/paypal-emulator.ts'
import type { ItemStatus } from '#test/paypal-payouts.ts'
import { testPayouts } from '#test/payout-suite.ts'
import { ProviderDown, ProviderRefused } from '#server/payments/port.ts'
import { openPayPal } from './paypal.ts'

const DAY = 24 * 60 * 60_000

const emulator = await startPayPal()
const paypal = openPayPal(PAYPAL_SECRETS, { live: false, address: emulator.address })
const payouts = paypal.payouts!

let keys = 0
let now = new Date()
beforeEach(() => {
  emulator.take()
  emulator.asked.length = 0
  Object.assign(emulator.trouble, { lose: 0, refuse: 0, status: undefined, hang: false })
  Object.assign(emulator.payouts.ways, { hasFunds: true, namesFormer: true })
})
afterAll(async () => {
  await emulator.close()
  expect(emulator.brokenAnswers()).toEqual([])
})

const newKey = () => `batch-${++keys}`
const batch = (over: object = {}) => ({
  key: newKey(),
  items: [{ key: '7', address: `lola-${keys}@paypal.test`, cents: 39_197, note: 'Your sales at Slide', ...over }],
})
const sends = () => emulator.count('POST', /\/v1\/payments\/payouts$/)

describe('the port', () =>
  testPayouts(() => ({
    payouts,
    now: () => now,
    newKey,
    addressOf: (state) => `${state}@paypal.test`,
    async passUntil(time) {
      if (time.getTime() - now.getTime() > 30 * DAY) emulator.payouts.returnUnclaimed()
      emulator.payouts.settleAll()
      now = time
    },
  })))

test('a payout is sent with its key, and every state of PayPal is told in the port’s words', async () => {
  const sent = batch()
  const { reference, state, items } = await payouts.send(sent)
  expect({ state, items }).toEqual({ state: 'processing', items: [] })
  const body = JSON.parse(emulator.asked.find(({ method, path }) => method === 'POST' && path.endsWith('payouts'))!.raw)
  expect(body).toMatchObject({
    sender_batch_header: { sender_batch_id: sent.key },
    items: [{ recipient_type: 'EMAIL', amount: { currency: 'USD', value: '391.97' }, sender_item_id: '7' }],
  })
  const [item] = emulator.payouts.to(sent.items[0]!.address)
  const told: Record<ItemStatus, string> = {
    PENDING: 'pending',
    ONHOLD: 'pending',
    UNCLAIMED: 'unclaimed',
    SUCCESS: 'paid',
    FAILED: 'failed',
    BLOCKED: 'blocked',
    RETURNED: 'returned',
    REFUNDED: 'refunded',
    REVERSED: 'refunded',
  }
  for (const [status, word] of Object.entries(told)) {
    emulator.payouts.settle(item!, status as ItemStatus)
    expect((await payouts.find(reference)).items).toMatchObject([
      { key: '7', state: word, cents: 39_197, currency: 'USD', feeCents: word === 'paid' ? 25 : null },
    ])
  }
})

test('an answer that was lost leaves one batch, which the repetition finds', async () => {
  emulator.trouble.lose = 2
  const sent = batch()
  await expect(payouts.send(sent)).rejects.toThrow(ProviderDown)
  expect(sends()).toBe(2)
  expect(await payouts.send(sent)).toMatchObject({ state: 'processing', items: [{ key: '7', state: 'pending' }] })
  expect(emulator.payouts.to(sent.items[0]!.address)).toHaveLength(1)
})

test('a batch that PayPal has already, but does not name yet, is no refusal: it is found later', async () => {
  const sent = batch()
  const { reference } = await payouts.send(sent)
  emulator.payouts.ways.namesFormer = false
  await expect(payouts.send(sent)).rejects.toThrow(ProviderDown)
  emulator.payouts.ways.namesFormer = true
  expect(await payouts.send(sent)).toMatchObject({ reference })
})

test('without money at PayPal nothing is decided, and the same key sends it later', async () => {
  emulator.payouts.ways.hasFunds = false
  const sent = batch()
  await expect(payouts.send(sent)).rejects.toThrow(new ProviderDown('There is not enough money at PayPal'))
  emulator.payouts.ways.hasFunds = true
  expect(await payouts.send(sent)).toMatchObject({ state: 'processing' })
})

test('another refusal is a no, and no batch is made', async () => {
  const sent = batch()
  emulator.trouble.status = 422
  await expect(payouts.send(sent)).rejects.toThrow(ProviderRefused)
  expect(emulator.payouts.to(sent.items[0]!.address)).toEqual([])
})

test('messages name payouts by their batch', async () => {
  const sent = batch()
  const { reference } = await payouts.send(sent)
  emulator.payouts.settle(emulator.payouts.to(sent.items[0]!.address)[0]!, 'SUCCESS')
  const events = await Promise.all(emulator.take().map((message) => paypal.readEvent(message)))
  expect(events.map(({ about, reference: named }) => [about, named])).toEqual([
    ['payout', reference],
    ['payout', reference],
  ])
})
