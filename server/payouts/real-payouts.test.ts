import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { post } from '#server/ledger/index.ts'
import { inTransaction } from '#test/factories.ts'
import type { ItemStatus } from '#test/paypal-payouts.ts'
import { createRealCheckout, type RealCheckout } from '#test/real-providers.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

let shop: RealCheckout
let sellers = 0
beforeAll(async () => {
  shop = await createRealCheckout()
})
beforeEach(() => {
  shop.calm()
  shop.paypal.payouts.ways.hasFunds = true
})
afterAll(() => shop.close())

/** A seller with $100 whose PayPal is known since days, and the payout that is asked for. */
async function asked() {
  const { world } = shop
  const { app } = world
  const person = await world.signUp()
  const { id } = person
  const address = `to-${++sellers}@paypal.test`
  await app.db.updateTable('account').set({ plan: 'pro', legalName: 'Lola Adeyemi' }).where('id', '=', id).execute()
  await app.db.insertInto('payoutTarget').values({ accountId: id, paypalEmail: address, country: 'NG' }).execute()
  const past = { state: 'paid', grossCents: 1, address, provider: 'paypal' } as const
  const at = { sentAt: app.clock.now(), createdAt: app.clock.now(), endedAt: app.clock.now() }
  await app.db
    .insertInto('payout')
    .values({ accountId: id, kind: 'same_day', ...past, ...at })
    .execute()
  await inTransaction(app.db, (tx) =>
    post(tx, {
      kind: 'sale',
      reference: `of ${id}`,
      lines: [
        { account: { kind: 'provider', provider: 'stripe' }, cents: -10_000 },
        { account: { kind: 'earnings', owner: id }, cents: 10_000 },
      ],
      at: app.clock.now(),
    }),
  )
  const row = await person.call('POST /payouts/same-day')
  const shown = () =>
    app.db.selectFrom('payout').where('id', '=', row.id).select(['state', 'failure']).executeTakeFirstOrThrow()
  const balance = async () => (await shop.ledger())[`earnings ${id}`] ?? 0
  const there = () => shop.paypal.payouts.to(address)
  return {
    person,
    row,
    shown,
    balance,
    there,
    settle: (status: ItemStatus) => shop.paypal.payouts.settle(there()[0]!, status),
  }
}
const later = async (milliseconds: number) => {
  shop.world.passTime(milliseconds)
  await shop.world.takeDue()
}

test('a payout is paid as PayPal’s message tells, once for messages that come twice', async () => {
  const { row, shown, there, settle } = await asked()
  expect(row).toMatchObject({ status: 'processing', amount: 95 })
  expect(there()).toMatchObject([{ payout_item: { amount: { currency: 'USD', value: '95.00' } } }])
  settle('SUCCESS')
  const messages = shop.paypal.take()
  for (const message of [...messages, ...messages.toReversed()]) expect(await shop.deliver('paypal', message)).toBe(200)
  expect(await shown()).toMatchObject({ state: 'paid' })
  const fees = await shop.world.app.db
    .selectFrom('ledgerEntry')
    .where('kind', 'in', ['payout sent', 'payout fee'])
    .where('reference', '=', String(row.id))
    .select('kind')
    .orderBy('kind')
    .execute()
  expect(fees).toEqual([{ kind: 'payout fee' }, { kind: 'payout sent' }])
})

test('without messages the round finds out', async () => {
  const { shown, settle } = await asked()
  settle('SUCCESS')
  shop.paypal.take()
  await later(HOUR)
  expect(await shown()).toMatchObject({ state: 'paid' })
})

test.each([
  ['FAILED', 'failed'],
  ['BLOCKED', 'failed'],
  ['RETURNED', 'returned'],
  ['REFUNDED', 'returned'],
  ['REVERSED', 'returned'],
] as const)('%s at PayPal brings the money back', async (status, state) => {
  const { shown, balance, settle } = await asked()
  settle(status)
  await shop.deliverAll()
  expect(await shown()).toMatchObject({ state })
  expect(await balance()).toBe(100)
})

test('an unclaimed payout is claimed or returned weeks later', async () => {
  const [one, other] = [await asked(), await asked()]
  for (const { settle } of [one, other]) settle('UNCLAIMED')
  await shop.deliverAll()
  expect(await one.shown()).toMatchObject({ state: 'unclaimed' })
  one.settle('SUCCESS')
  other.settle('RETURNED')
  await shop.deliverAll()
  expect(await one.shown()).toMatchObject({ state: 'paid' })
  expect(await other.shown()).toMatchObject({ state: 'returned' })
  expect([await one.balance(), await other.balance()]).toEqual([0, 100])
})

test('a payout on hold stays processing', async () => {
  const { shown, settle } = await asked()
  settle('ONHOLD')
  await shop.deliverAll()
  expect(await shown()).toMatchObject({ state: 'processing' })
})

test('lost answers and a silent PayPal send one batch', async () => {
  shop.paypal.trouble.lose = 2
  const lost = await asked()
  expect(lost.row).toMatchObject({ status: 'processing' })
  expect(lost.there()).toHaveLength(1)
  lost.settle('SUCCESS')
  // the batch has no name here yet: PayPal sends its messages again
  expect(await shop.deliverAll()).toContain(404)
  shop.paypal.trouble.status = 503
  await later(HOUR)
  expect(await lost.shown()).toMatchObject({ state: 'processing' })
  shop.calm()
  await later(HOUR)
  expect(await lost.shown()).toMatchObject({ state: 'paid' })
  expect(lost.there()).toHaveLength(1)
})

test('without money at PayPal payouts wait, and are sent when there is some', async () => {
  shop.paypal.payouts.ways.hasFunds = false
  const { shown, there, settle } = await asked()
  expect(await shown()).toEqual({ state: 'processing', failure: 'There is not enough money at PayPal' })
  expect(there()).toEqual([])
  shop.paypal.payouts.ways.hasFunds = true
  await later(HOUR)
  settle('SUCCESS')
  await later(HOUR)
  expect(await shown()).toEqual({ state: 'paid', failure: null })
})

test('a refusal by PayPal ends what was never sent, and nothing that was', async () => {
  shop.paypal.trouble.status = 422
  const refused = await asked()
  expect(refused.row).toMatchObject({ status: 'failed' })
  expect(await refused.balance()).toBe(100)
  shop.calm()
  const sent = await asked()
  shop.paypal.trouble.status = 422
  await later(HOUR)
  expect(await sent.shown()).toMatchObject({ state: 'processing' })
  sent.settle('UNCLAIMED')
  shop.calm()
  await later(HOUR)
  shop.paypal.trouble.status = 422
  await later(2 * 24 * HOUR)
  expect(await sent.shown()).toMatchObject({ state: 'unclaimed' })
})

test('a refusal after a lost answer leaves the outcome to a person: the money may be on its way', async () => {
  shop.paypal.trouble.lose = 2
  const { row, shown, balance, there } = await asked()
  expect(there()).toHaveLength(1)
  shop.paypal.trouble.status = 422
  await later(2 * MINUTE)
  expect(await shown()).toMatchObject({ state: 'processing', failure: expect.any(String) })
  expect(await balance()).toBe(0)
  shop.calm()
  const admin = await shop.admin()
  const body = { outcome: 'paid' as const, reason: 'PayPal shows it.' }
  await admin.call('POST /admin/payouts/:id/settle', { params: { id: row.id }, body })
  expect(await shown()).toMatchObject({ state: 'paid' })
  expect(await balance()).toBe(0)
})

test('an amount that differs is never booked', async () => {
  const { shown, there, settle, balance } = await asked()
  there()[0]!.payout_item.amount = { currency: 'USD', value: '59.00' }
  settle('SUCCESS')
  await shop.deliverAll()
  expect(await shown()).toEqual({ state: 'processing', failure: 'The provider tells 59 USD of this payout.' })
  expect(await balance()).toBe(0)
})
