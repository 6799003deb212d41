import { expect, test } from 'vitest'
import { untilBlocked } from '#test/blocked.ts'
import { beatLine } from '#test/checkout.ts'
import { DAY, HOUR, MINUTE, openPayouts, paypalOf } from '#test/payouts.ts'

const shop = await openPayouts()
const admin = await shop.admin()

const params = (id: number) => ({ params: { id } })
const approve = (id: number, by = admin) => by.call('POST /admin/payouts/:id/approve', params(id))
const hold = (id: number, reason: string) =>
  admin.call('POST /admin/payouts/:id/hold', { ...params(id), body: { reason } })
const retry = (id: number) => admin.call('POST /admin/payouts/:id/retry', params(id))
const settle = (id: number, outcome: 'paid' | 'failed') =>
  admin.call('POST /admin/payouts/:id/settle', { ...params(id), body: { outcome, reason: 'Looked up at PayPal' } })
const list = (state?: 'waiting' | 'on-the-way' | 'paid' | 'came-back') =>
  admin.call('GET /admin/payouts', { query: { limit: 100, ...(state && { state }) } })
const actionsOn = async (id: number) =>
  (
    await shop.world.app.db
      .selectFrom('adminAction')
      .where('subjectKind', '=', 'payout')
      .where('subjectId', '=', id)
      .select(['action', 'reason'])
      .orderBy('id')
      .execute()
  ).map(({ action, reason }) => [action, reason])

/** A payout that waits, as the first to its address. */
async function waiting(paypalEmail = '') {
  const seller = await shop.seller({ paypal: paypalEmail })
  await shop.earn(seller)
  const { id } = await shop.sameDay(seller)
  return { seller, id }
}

test('a first payout waits until an admin approves it, and the next one goes by itself', async () => {
  const { seller, id } = await waiting()
  const { items, needYou } = await list('waiting')
  expect(needYou).toBe(items.length)
  expect(items.find((one) => one.id === id)).toMatchObject({
    seller: { id: seller.id, name: seller.displayName, plan: 'growth' },
    looks: ['first'],
    waits: true,
    address: paypalOf(seller),
    sales: 1,
    refunds: 0,
    paidBefore: 0,
    amount: 28.45,
  })
  await shop.pass(DAY)
  expect(await shop.sentTo(paypalOf(seller))).toEqual([])
  expect(await approve(id)).toMatchObject({ status: 'processing', waits: false })
  await expect(approve(id)).rejects.toMatchObject({ status: 409 })
  await shop.pass(MINUTE)
  await shop.pass(MINUTE)
  expect((await list('paid')).items.map((one) => one.id)).toContain(id)
  expect(await actionsOn(id)).toEqual([['approve payout', '']])
  await shop.earn(seller)
  expect(await shop.sameDay(seller)).toMatchObject({ status: 'processing' })
})

test('an approved payout that can’t be sent yet is not approved again', async () => {
  const { id } = await waiting()
  const { app } = shop.world
  const { providers } = app.payments
  app.payments.providers = []
  expect(await approve(id)).toMatchObject({ status: 'requested', waits: false })
  await expect(approve(id)).rejects.toMatchObject({ status: 409, message: 'This payout goes by itself.' })
  app.payments.providers = providers
  await shop.pass(HOUR)
  expect((await list('on-the-way')).items.find((one) => one.id === id)).toMatchObject({ status: 'processing' })
})

test('50 approvals at the same moment send once', async () => {
  const { seller, id } = await waiting()
  const all = await Promise.allSettled(Array.from({ length: 50 }, () => approve(id)))
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await shop.sentTo(paypalOf(seller))).toHaveLength(1)
})

test('large payouts and flagged ones wait', async () => {
  const seller = await shop.seller()
  await shop.known(seller)
  const beatId = await shop.addBeat({ ownerId: seller.id })
  const buyer = await shop.world.signUp()
  await shop.buy([{ type: 'beat', beatId, licenseType: 'EXCLUSIVE' }], buyer)
  const { orderId } = await shop.sell(seller)
  shop.world.passTime(3 * DAY)
  const { id } = await shop.sameDay(seller)
  expect((await list('waiting')).items.find((one) => one.id === id)).toMatchObject({ looks: ['large'], gross: 528.95 })
  await shop.sell(seller)
  shop.world.passTime(3 * DAY)
  await shop.dispute(await shop.admin(), orderId, 'open')
  expect(await shop.summaryOf(seller)).toMatchObject({ balance: 0 })
  await shop.earn(seller)
  const later = await shop.sameDay(seller)
  expect((await list('waiting')).items.find((one) => one.id === later.id)).toMatchObject({ looks: ['flag'] })
})

test('payouts that the settings leave alone go by themselves', async () => {
  const set = (name: 'lookFirst' | 'lookFlagged', value: boolean | null) =>
    admin.call('PUT /admin/house/settings/:name', { params: { name }, body: { value } })
  const at500 = await shop.seller()
  await shop.known(at500)
  const beatId = await shop.addBeat({ ownerId: at500.id, licenses: [{ type: 'MP3', priceCents: 50_000 }] })
  await shop.buy([beatLine(beatId)], await shop.world.signUp())
  shop.world.passTime(3 * DAY)
  expect(await shop.sameDay(at500)).toMatchObject({ gross: 500, status: 'processing' })
  const seller = await shop.seller({ paypal: 'failed+left-alone@paypal.test' })
  await shop.earn(seller)
  await set('lookFirst', false)
  expect(await shop.sameDay(seller)).toMatchObject({ status: 'processing' })
  await shop.pass(MINUTE)
  await shop.pass(MINUTE)
  await set('lookFlagged', false)
  expect(await shop.sameDay(seller)).toMatchObject({ status: 'processing' })
  for (const name of ['lookFirst', 'lookFlagged'] as const) await set(name, null)
})

test('a held payout waits with its reason, which is recorded', async () => {
  const { seller, id } = await waiting()
  await expect(hold(id, '  ')).rejects.toMatchObject({ status: 400 })
  expect(await hold(id, 'The name differs')).toMatchObject({ heldFor: 'The name differs', waits: true })
  expect((await shop.historyOf(seller))[0]).toMatchObject({ note: 'We are looking into it first.' })
  await shop.pass(7 * DAY)
  expect(await shop.sentTo(paypalOf(seller))).toEqual([])
  expect(await approve(id)).toMatchObject({ heldFor: null, status: 'processing' })
  await expect(hold(id, 'Too late')).rejects.toMatchObject({ status: 409 })
  expect(await actionsOn(id)).toEqual([
    ['hold payout', 'The name differs'],
    ['approve payout', ''],
  ])
})

test('a seller who is banned while the same-day payout is asked for gets none', async () => {
  const { db } = shop.world.app
  const seller = await shop.readySeller()
  const body = { category: 'fraud', reason: 'Stolen cards' } as const
  const { banned, asked } = await db.transaction().execute(async (tx) => {
    await tx.selectFrom('accountStat').where('accountId', '=', seller.id).select('accountId').forUpdate().execute()
    const banned = admin.call('POST /admin/people/:id/ban', { ...params(seller.id), body })
    await untilBlocked(db) // the ban waits for the counters, and holds its payouts
    const asked = shop.sameDay(seller).catch((error: unknown) => error)
    await untilBlocked(db, 2)
    return { banned, asked }
  })
  await banned
  expect(await asked).toMatchObject({ status: 403, message: 'Your account is banned.' })
  expect(await shop.sentTo(paypalOf(seller))).toEqual([])
  expect(await shop.balances(seller.id)).toMatchObject({ earnings: 29.95, payouts: 0 })
})

test('a payout that rests can’t be approved', async () => {
  const { seller, id } = await waiting()
  await seller.call('PATCH /me/paypal', {
    body: { paypalEmail: `other-${paypalOf(seller)}`, password: seller.password },
  })
  const found = (await list('waiting')).items.find((one) => one.id === id)
  expect(found).toMatchObject({ restsUntil: expect.any(String) })
  await expect(approve(id)).rejects.toMatchObject({
    status: 409,
    message: expect.stringMatching(/^Payouts rest until/),
  })
  await shop.pass(3 * DAY)
  expect(await approve(id)).toMatchObject({ status: 'processing', address: `other-${paypalOf(seller)}` })
})

test('money that came back is sent again once, up to what is in the balance', async () => {
  const { seller, id } = await waiting('failed+again@paypal.test')
  await approve(id)
  await shop.pass(MINUTE)
  await shop.pass(MINUTE)
  expect((await list('came-back')).items.find((one) => one.id === id)).toMatchObject({
    status: 'failed',
    canRetry: true,
  })
  await seller.call('PATCH /me/paypal', { body: { paypalEmail: 'mended@paypal.test', password: seller.password } })
  await expect(retry(id)).rejects.toMatchObject({ status: 409, message: expect.stringContaining('rest until') })
  await shop.pass(3 * DAY)
  await shop.earn(seller)
  const again = await retry(id)
  expect(again).toMatchObject({ kind: 'again', gross: 29.95, fee: 0, status: 'processing' })
  await expect(retry(id)).rejects.toMatchObject({ status: 409, message: 'This payout was sent again already.' })
  expect(await shop.summaryOf(seller)).toMatchObject({ balance: 29.95 })
  await shop.pass(MINUTE)
  await shop.pass(MINUTE)
  await expect(retry(again.id)).rejects.toMatchObject({ message: 'The money of this payout did not come back.' })
  expect((await list('came-back')).items.find((one) => one.id === id)).toMatchObject({ canRetry: false })
})

test('without balance or PayPal nothing is sent again', async () => {
  const { seller, id } = await waiting('failed+spent@paypal.test')
  await approve(id)
  await shop.pass(MINUTE)
  await shop.pass(MINUTE)
  const { id: other } = await shop.sameDay(seller)
  await expect(retry(id)).rejects.toMatchObject({ message: 'Nothing is left of this money in the balance.' })
  await seller.call('DELETE /me/paypal')
  await expect(retry(id)).rejects.toMatchObject({ message: 'This seller has not linked PayPal.' })
  expect((await list('on-the-way')).items.map((one) => one.id)).not.toContain(other) // it waited, and was canceled
})

test('retrying a payout on its way asks, and sends nothing anew', async () => {
  const { seller, id } = await waiting()
  await shop.silence(async () => {
    expect(await approve(id)).toMatchObject({ status: 'processing', timesAsked: 1, failure: 'The sandbox plays dead.' })
  })
  expect(await retry(id)).toMatchObject({ status: 'processing', timesAsked: 2, failure: null })
  await shop.pass(MINUTE)
  await shop.pass(MINUTE)
  expect((await list('paid')).items.map((one) => one.id)).toContain(id)
  expect(await shop.sentTo(paypalOf(seller))).toHaveLength(1)
})

test.each(['paid', 'failed'] as const)(
  'a payout without an answer is settled as %s by what people found',
  async (outcome) => {
    const { seller, id } = await waiting()
    await shop.silence(async () => void (await approve(id)))
    await expect(settle(id, outcome)).rejects.toMatchObject({ status: 409 })
    await shop.pass(26 * DAY)
    expect((await list('waiting')).items.map((one) => one.id)).toContain(id)
    expect(await settle(id, outcome)).toMatchObject({ status: outcome, waits: false })
    expect(await shop.balances(seller.id)).toEqual({ earnings: outcome === 'paid' ? 0 : 29.95, payouts: 0 })
    await shop.pass(2 * DAY)
    expect(await shop.sentTo(paypalOf(seller))).toEqual([])
    const { items } = await list(outcome === 'paid' ? 'paid' : 'came-back')
    const failure = outcome === 'paid' ? null : 'Looked up at PayPal'
    expect(items.find((one) => one.id === id)).toMatchObject({ status: outcome, failure })
  },
)

test('nobody decides about the own money alone', async () => {
  const { seller, id } = await waiting()
  await shop.world.app.db.updateTable('account').set({ isAdmin: true }).where('id', '=', seller.id).execute()
  await expect(approve(id, seller)).rejects.toMatchObject({ status: 403 })
  await approve(id)
})

test('the lists are for admins alone, have pages, and come as CSV', async () => {
  const person = await shop.world.signUp()
  await expect(person.call('GET /admin/payouts', { query: {} })).rejects.toMatchObject({ status: 403 })
  await expect(person.call('POST /admin/payouts/:id/approve', params(1))).rejects.toMatchObject({ status: 403 })
  await expect(approve(999_999)).rejects.toMatchObject({ status: 404 })
  const { totalItems, items } = await admin.call('GET /admin/payouts', { query: { limit: 2 } })
  expect(items).toHaveLength(2)
  expect(items[0]!.id).toBeGreaterThan(items[1]!.id)
  const table = await (await admin.call('GET /admin/payouts/table', { query: {} })).text()
  expect(table.trim().split('\r\n')).toHaveLength(totalItems + 1)
})
