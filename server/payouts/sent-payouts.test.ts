import { expect, test } from 'vitest'
import { ProviderDown } from '#server/payments/port.ts'
import { DAY, HOUR, MINUTE, openPayouts, paypalOf } from '#test/payouts.ts'
import { askAboutPayout } from './send.ts'

const shop = await openPayouts()

test.each([
  ['failed', 'failed', 'A payout failed'],
  ['blocked', 'failed', 'A payout failed'],
  ['denied', 'failed', 'A payout failed'],
  ['returned', 'returned', 'A payout came back'],
] as const)('money that is %s returns to the balance, with the fee', async (ending, status, subject) => {
  const address = `${ending}+${Math.random().toString(36).slice(2)}@paypal.test`
  const seller = await shop.readySeller({ paypal: address })
  await shop.sameDay(seller)
  await shop.pass(MINUTE)
  await shop.pass(MINUTE)
  expect((await shop.historyOf(seller))[0]).toMatchObject({ status, note: expect.stringContaining('Back in your') })
  expect(await shop.summaryOf(seller)).toMatchObject({ balance: 29.95 })
  expect(await shop.balances(seller.id)).toEqual({ earnings: 29.95, payouts: 0 })
  expect(await shop.mailsTo(seller, 'payout')).toEqual([subject])
})

test('an unclaimed payout is returned after 30 days, or is paid when somebody claims it', async () => {
  const seller = await shop.readySeller({ paypal: 'unclaimed+1@paypal.test' })
  const other = await shop.readySeller({ paypal: 'unclaimed+2@paypal.test' })
  for (const one of [seller, other]) await shop.sameDay(one)
  await shop.pass(MINUTE)
  await shop.pass(MINUTE)
  for (const one of [seller, other]) expect((await shop.historyOf(one))[0]).toMatchObject({ status: 'unclaimed' })
  expect(await shop.summaryOf(seller)).toMatchObject({ balance: 0 })
  const admin = await shop.admin()
  const { reference } = (await shop.sentTo('unclaimed+2@paypal.test'))[0]!
  await admin.call('PATCH /sandbox/payouts/:reference', { params: { reference }, body: { state: 'paid' } })
  await shop.pass(31 * DAY)
  await shop.pass(DAY)
  expect((await shop.historyOf(seller))[0]).toMatchObject({ status: 'returned' })
  expect((await shop.historyOf(other))[0]).toMatchObject({ status: 'paid' })
  expect(await shop.summaryOf(seller)).toMatchObject({ balance: 29.95 })
})

test('a payout that was paid may come back weeks later', async () => {
  const seller = await shop.readySeller()
  await shop.sameDay(seller)
  await shop.pass(MINUTE)
  await shop.pass(20 * DAY)
  expect((await shop.historyOf(seller))[0]).toMatchObject({ status: 'paid' })
  const admin = await shop.admin()
  const { reference } = (await shop.sentTo(paypalOf(seller)))[0]!
  await admin.call('PATCH /sandbox/payouts/:reference', { params: { reference }, body: { state: 'refunded' } })
  await shop.world.work() // the message
  expect((await shop.historyOf(seller))[0]).toMatchObject({ status: 'returned' })
  expect(await shop.balances(seller.id)).toEqual({ earnings: 29.95, payouts: 0 })
})

test('a silent provider keeps a payout processing, and it is never sent anew', async () => {
  const seller = await shop.readySeller()
  await shop.silence(async () => {
    expect(await shop.sameDay(seller)).toMatchObject({ status: 'processing' })
    for (let time = 0; time < 5; time++) await shop.passInSilence(6 * HOUR)
  })
  expect(await shop.sentTo(paypalOf(seller))).toEqual([])
  expect((await shop.historyOf(seller))[0]).toMatchObject({ status: 'processing' })
  await shop.pass(6 * HOUR)
  await shop.pass(6 * HOUR)
  expect((await shop.historyOf(seller))[0]).toMatchObject({ status: 'paid' })
  expect(await shop.sentTo(paypalOf(seller))).toHaveLength(1)
})

test('after 25 days of silence a payout is left to people', async () => {
  const seller = await shop.readySeller()
  const { db } = shop.world.app
  let id = 0
  await shop.silence(async () => void ({ id } = await shop.sameDay(seller)))
  await shop.pass(26 * DAY)
  await shop.pass(DAY)
  expect(await shop.sentTo(paypalOf(seller))).toEqual([])
  expect(await db.selectFrom('payout').where('id', '=', id).selectAll().executeTakeFirst()).toMatchObject({
    state: 'processing',
    dueAt: null,
    failure: 'The provider never answered. Look there whether it was sent.',
  })
})

/** Asks about a failed payout. Another node asks meanwhile and is faster; then the first answer comes. */
async function crossed(id: number, answer: <T>(seen: T) => T) {
  const { app } = shop.world
  const payouts = app.payments.providers[0]!.payouts!
  const { find } = payouts
  shop.world.passTime(MINUTE)
  await app.payments.sandbox!.payDue(app.clock.now())
  payouts.find = async (reference) => {
    payouts.find = find
    const seen = await find(reference)
    await askAboutPayout(app, id)
    return answer(seen)
  }
  await askAboutPayout(app, id)
}

test('two answers that cross each other give the money back once', async () => {
  const seller = await shop.readySeller({ paypal: 'failed+crossed@paypal.test' })
  const { id } = await shop.sameDay(seller)
  await crossed(id, (seen) => seen)
  expect((await shop.historyOf(seller))[0]).toMatchObject({ id, status: 'failed' })
  expect(await shop.balances(seller.id)).toEqual({ earnings: 29.95, payouts: 0 })
})

test('a silence that ends after another answer has ended the payout changes nothing', async () => {
  const seller = await shop.readySeller({ paypal: 'failed+silent@paypal.test' })
  const { id } = await shop.sameDay(seller)
  await crossed(id, () => {
    throw new ProviderDown('No answer')
  })
  const { state, failure, dueAt } = await shop.world.app.db
    .selectFrom('payout')
    .where('id', '=', id)
    .selectAll()
    .executeTakeFirstOrThrow()
  expect({ state, dueAt }).toEqual({ state: 'failed', dueAt: null })
  expect(failure).not.toBe('No answer')
})

test('a shop without a provider of payouts keeps them until it has one', async () => {
  const seller = await shop.readySeller()
  const { app } = shop.world
  const { providers } = app.payments
  app.payments.providers = []
  expect(await shop.sameDay(seller)).toMatchObject({ status: 'requested' })
  app.payments.providers = providers
  await shop.rounds()
  expect((await shop.historyOf(seller))[0]).toMatchObject({ status: 'requested' })
  await shop.pass(HOUR)
  expect((await shop.historyOf(seller))[0]).toMatchObject({ status: 'processing' })
})
