import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { takeDue } from '#server/jobs/due.ts'
import { ProviderRefused } from '#server/payments/port.ts'
import type { PayoutBatchSeen, Payouts } from '#server/payments/port-payouts.ts'
import { DAY, MINUTE, openPayouts, paypalOf } from '#test/payouts.ts'
import { payoutTakers } from './index.ts'
import { askAboutPayout } from './send.ts'

const shop = await openPayouts()

const rowOf = (id: number) =>
  shop.world.app.db.selectFrom('payout').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
/** Moves the clock to the time at which the shop asks again. Answers how long that is; null: it asks no more. */
async function passPause(id: number, unit: number, { isSilent = false } = {}) {
  const { dueAt } = await rowOf(id)
  if (!dueAt) return null
  const left = dueAt.getTime() - shop.world.app.clock.now().getTime()
  await (isSilent ? shop.passInSilence(left) : shop.pass(left))
  return Math.round(left / unit)
}
/** The sandbox decides nothing about this payout by itself. */
const keepPending = (seller: { id: number }) =>
  shop.world.app.db.updateTable('sandboxPayout').set({ dueAt: null }).where('address', '=', paypalOf(seller)).execute()
/** Lets the provider answer in another way meanwhile. */
async function answering(other: Partial<Payouts>, act: () => Promise<unknown>) {
  const payouts = shop.world.app.payments.providers[0]!.payouts!
  const own = { ...payouts }
  Object.assign(payouts, other)
  await act()
  Object.assign(payouts, own)
}
const ask = (id: number) => askAboutPayout(shop.world.app, id)

const DOUBLING = [1, 2, 4, 8, 16, 32, 64, 128, 256, 360, 360]

test('the provider’s fee is the operator’s, and goes back with the money', async () => {
  const fees = async () => (await shop.ledger())['fees'] ?? 0
  const seller = await shop.readySeller()
  const before = await fees()
  const { id } = await shop.sameDay(seller)
  await shop.pass(MINUTE)
  await shop.pass(MINUTE)
  expect((await fees()) - before).toBeCloseTo(1.5 - 0.25)
  const { reference } = (await shop.sentTo(paypalOf(seller)))[0]!
  expect(await rowOf(id)).toMatchObject({ state: 'paid', providerFeeCents: 25, reference })
  const admin = await shop.admin()
  await admin.call('PATCH /sandbox/payouts/:reference', { params: { reference }, body: { state: 'refunded' } })
  await shop.world.work()
  expect((await fees()) - before).toBeCloseTo(0)
  expect(await shop.balances(seller.id)).toEqual({ earnings: 29.95, payouts: 0 })
})

test('a silent provider is asked again after pauses that double, of six hours at most', async () => {
  const seller = await shop.readySeller()
  const pauses: unknown[] = []
  await shop.silence(async () => {
    const { id } = await shop.sameDay(seller)
    for (const _ of DOUBLING) pauses.push(await passPause(id, MINUTE, { isSilent: true }))
  })
  expect(pauses).toEqual(DOUBLING)
})

test('a provider that works on a payout is asked again after pauses that double, of six hours at most', async () => {
  const seller = await shop.readySeller()
  const { id } = await shop.sameDay(seller)
  await keepPending(seller)
  const pauses: unknown[] = []
  for (const _ of DOUBLING) pauses.push(await passPause(id, MINUTE))
  expect(pauses).toEqual(DOUBLING)
  expect(await rowOf(id)).toMatchObject({ state: 'processing', timesAsked: DOUBLING.length + 1 })
})

test('a payout that has arrived is asked about for 60 days, less and less often', async () => {
  const { id } = await shop.sameDay(await shop.readySeller())
  await shop.pass(MINUTE)
  await shop.pass(MINUTE)
  const pauses: unknown[] = []
  for (let time = 0; time < 8; time++) pauses.push(await passPause(id, DAY))
  expect(pauses).toEqual([1, 1, 2, 4, 8, 16, 32, null])
  expect(await rowOf(id)).toMatchObject({ state: 'paid' })
})

test('a payout that nobody claims is asked about each day, and its seller is told once', async () => {
  const seller = await shop.readySeller({ paypal: 'unclaimed+daily@paypal.test' })
  const { id } = await shop.sameDay(seller)
  await shop.pass(MINUTE)
  await shop.pass(MINUTE)
  const pauses: unknown[] = []
  for (let time = 0; time < 3; time++) pauses.push(await passPause(id, DAY))
  expect(pauses).toEqual([1, 1, 1])
  const failure = 'Nobody with this address has an account yet.'
  expect(await rowOf(id)).toMatchObject({ state: 'unclaimed', failure })
  const { content } = await seller.call('GET /notifications', { query: {} })
  expect(content.filter(({ title }) => title === 'A payout waits for you')).toHaveLength(1)
})

test('no other node takes a payout while it is sent or asked about', async () => {
  const seller = await shop.readySeller()
  const { app } = shop.world
  await app.db.updateTable('payout').set({ dueAt: null }).execute() // those of other tests
  const { send, find } = { ...app.payments.providers[0]!.payouts! }
  let [sent, asked] = [0, 0]
  const counted: Payouts = {
    async send(batch) {
      if (++sent === 1) await takeDue(app, payoutTakers)
      return send(batch)
    },
    async find(reference) {
      if (++asked === 1) await takeDue(app, payoutTakers)
      return find(reference)
    },
  }
  await answering(counted, async () => {
    await shop.sameDay(seller)
    expect([sent, asked]).toEqual([1, 0])
    shop.world.passTime(MINUTE)
    await takeDue(app, payoutTakers)
  })
  expect([sent, asked]).toEqual([1, 1])
})

test('due payouts are sent at the same time: a slow provider holds the round up once, not for each', async () => {
  const { app } = shop.world
  const sellers = [await shop.readySeller(), await shop.readySeller(), await shop.readySeller()]
  await app.db.updateTable('payout').set({ dueAt: null }).execute() // those of other tests
  await shop.silence(async () => {
    for (const seller of sellers) await shop.sameDay(seller)
  })
  shop.world.passTime(MINUTE)
  const { send } = { ...app.payments.providers[0]!.payouts! }
  const begun = new Set<string>()
  const alone = () => sleep(5_000).then(() => Promise.reject(new Error('The others wait for this one.')))
  const all = Promise.withResolvers<void>()
  const together: Payouts['send'] = async (batch) => {
    if (begun.add(batch.key).size === sellers.length) all.resolve()
    await Promise.race([all.promise, alone()])
    return send(batch)
  }
  await answering({ send: together }, () => takeDue(app, payoutTakers))
  for (const seller of sellers) expect(await shop.sentTo(paypalOf(seller))).toHaveLength(1)
})

test('a payout without an answer is sent with its key for 25 days, and not a moment longer', async () => {
  const seller = await shop.readySeller()
  let id = 0
  await shop.silence(async () => void ({ id } = await shop.sameDay(seller)))
  const sentAt = (await rowOf(id)).sentAt!.getTime()
  const askAt = (time: number) =>
    askAboutPayout({ ...shop.world.app, clock: { now: () => new Date(sentAt + time) } }, id)
  await askAt(25 * DAY + 1)
  expect(await rowOf(id)).toMatchObject({
    batch: null,
    dueAt: null,
    failure: expect.stringContaining('never answered'),
  })
  await askAt(25 * DAY)
  expect(await rowOf(id)).toMatchObject({ batch: expect.any(String), dueAt: expect.any(Date), failure: null })
})

test('a definite no gives the money back if nothing was sent, and changes nothing about a payout that was', async () => {
  const no = () => Promise.reject(new ProviderRefused('Not for this account.'))
  const [refused, sent] = [await shop.readySeller(), await shop.readySeller()]
  await answering({ send: no }, () => shop.sameDay(refused))
  expect((await shop.historyOf(refused))[0]).toMatchObject({ status: 'failed' })
  expect(await shop.balances(refused.id)).toEqual({ earnings: 29.95, payouts: 0 })
  expect(await shop.mailsTo(refused, 'payout')).toEqual(['A payout failed'])
  const { id } = await shop.sameDay(sent)
  await answering({ find: no }, () => ask(id))
  expect(await rowOf(id)).toMatchObject({ state: 'processing', failure: 'Not for this account.', timesAsked: 2 })
  expect(await shop.balances(sent.id)).toEqual({ earnings: 0, payouts: 28.45 })
})

test('a payout is not booked by an answer about other money, or by one that does not tell of it', async () => {
  const seller = await shop.readySeller()
  const { id } = await shop.sameDay(seller)
  const { batch } = await rowOf(id)
  const { find } = shop.world.app.payments.providers[0]!.payouts!
  await keepPending(seller)
  const paid = { ...(await find(batch!)).items[0]!, state: 'paid' as const }
  const answer = async (items: PayoutBatchSeen['items'], state: PayoutBatchSeen['state'] = 'done') => {
    await answering({ find: async (reference) => ({ reference, state, items }) }, () => ask(id))
    return rowOf(id)
  }
  expect(await answer([{ ...paid, cents: paid.cents - 1 }])).toMatchObject({
    state: 'processing',
    failure: 'The provider tells 28.44 USD of this payout.',
  })
  expect(await answer([{ ...paid, currency: 'EUR' }])).toMatchObject({
    state: 'processing',
    failure: 'The provider tells 28.45 EUR of this payout.',
  })
  expect(await answer([])).toMatchObject({ state: 'processing', failure: null, reference: null })
  expect(await answer([{ ...paid, key: 'another' }])).toMatchObject({ state: 'processing' })
  expect(await shop.balances(seller.id)).toEqual({ earnings: 0, payouts: 28.45 })
  expect(await answer([], 'denied')).toMatchObject({ state: 'failed', failure: 'PayPal refused it.' })
  expect(await shop.balances(seller.id)).toEqual({ earnings: 29.95, payouts: 0 })
})
