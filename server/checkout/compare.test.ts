import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { ProviderRefused } from '#server/payments/port.ts'
import { beatLine, createCheckout, kitLine, type Checkout } from '#test/checkout.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

let shop: Checkout
beforeAll(async () => {
  shop = await createCheckout()
})
afterEach(() => void vi.restoreAllMocks())
afterAll(() => shop.world.close())

const db = () => shop.world.app.db
async function sale() {
  const buyer = await shop.world.signUp()
  const started = await shop.start([beatLine(await shop.addBeat())], { buyer })
  await shop.payByCard(started)
  await shop.confirm(started, buyer)
  return started
}
const pass = async (milliseconds: number) => {
  shop.world.passTime(milliseconds)
  await shop.world.takeDue()
}
const aDayPasses = () => pass(DAY)
const differences = async () => {
  const admin = await shop.admin()
  const { items } = await admin.call('GET /admin/orders', { query: { state: 'different' } })
  return items.map(({ id, difference }) => [id, difference])
}
const inItsBooks = (reference: string, books: { cents?: number; state?: 'canceled' | 'paid' }) =>
  db().updateTable('sandboxPayment').set(books).where('reference', '=', reference).execute()

const loseMessages = (drops: boolean) => db().updateTable('sandboxSetting').set({ drops }).execute()

test('a difference to the provider’s books stands at the desk until it is gone', async () => {
  const [right, wrong] = [await sale(), await sale()]
  await inItsBooks(wrong.sessionId!, { cents: 2_000 })
  await pass(DAY - HOUR)
  expect(await differences()).toEqual([]) // its books may be open until then
  await pass(HOUR)
  const difference = [wrong.orderId, 'The provider took $20.00 instead of $29.95.']
  expect(await differences()).toEqual([difference])
  await inItsBooks(wrong.sessionId!, { cents: 2_995 })
  await pass(DAY - HOUR)
  expect(await differences()).toEqual([difference])
  await pass(HOUR)
  expect(await differences()).toEqual([])
  const left = await db().selectFrom('payment').where('compareAt', 'is not', null).select('id').execute()
  expect([left, right.orderId > 0]).toEqual([[], true])
})

test('a dispute that its bank decides otherwise later stands at the desk until the books agree', async () => {
  const { orderId, sessionId } = await sale()
  const admin = await shop.admin()
  await shop.loseDispute(admin, sessionId!, 2_995)
  await shop.dispute(admin, sessionId!, 'won')
  await shop.world.takeDue()
  expect(await differences()).toEqual([[orderId, 'A dispute over $29.95 is won there, and lost here.']])
  await shop.dispute(admin, sessionId!, 'lost')
  await aDayPasses()
  expect(await differences()).toEqual([])
})

test('a payment that the provider does not know as paid, and refunds that it lost, are told', async () => {
  const [lost, smaller, failed, right] = [await sale(), await sale(), await sale(), await sale()]
  const admin = await shop.admin()
  const returned = async ({ orderId }: typeof lost, amount: number, books: { cents?: number; state?: 'failed' }) => {
    const { lines } = await shop.orderAtDesk(admin, orderId)
    await loseMessages(true)
    await shop.refund(admin, orderId, [{ id: lines[0]!.id, amount }])
    await loseMessages(false)
    await db()
      .updateTable('sandboxRefund')
      .set({ cents: amount * 100, ...books })
      .where('cents', '=', amount * 100)
      .execute()
  }
  await inItsBooks(lost.sessionId!, { state: 'canceled' })
  await returned(smaller, 10, { cents: 900 })
  await returned(failed, 11, { state: 'failed' })
  await returned(right, 12, {})
  await aDayPasses()
  expect(await differences()).toEqual([
    [failed.orderId, 'A refund of $11.00 is failed there, with $11.00.'],
    [smaller.orderId, 'A refund of $10.00 is done there, with $9.00.'],
    [lost.orderId, 'The provider tells “canceled” of this payment.'],
  ])
})

test('what the provider says of a payment that it refuses to find is a difference', async () => {
  const { orderId, sessionId } = await sale()
  const provider = shop.world.app.payments.providers[0]!
  const find = provider.findPayment.bind(provider)
  vi.spyOn(provider, 'findPayment').mockImplementation((reference) =>
    reference === sessionId ? Promise.reject(new ProviderRefused('No such payment.')) : find(reference),
  )
  await aDayPasses()
  expect(await differences()).toContainEqual([orderId, 'The provider says of this payment: No such payment.'])
})

test('what the provider says of a dispute that it refuses to find is a difference', async () => {
  const { orderId, sessionId } = await sale()
  await shop.loseDispute(await shop.admin(), sessionId!, 2_995)
  await shop.world.takeDue()
  expect(await differences()).not.toContainEqual([orderId, expect.anything()])
  const provider = shop.world.app.payments.providers[0]!
  vi.spyOn(provider, 'findDispute').mockRejectedValue(new ProviderRefused('No such dispute.'))
  await aDayPasses()
  const told = 'The provider says of a dispute over $29.95: No such dispute.'
  expect(await differences()).toContainEqual([orderId, told])
})

test('a payment that a message had compared before its day is compared again then', async () => {
  const { orderId, sessionId } = await sale()
  const admin = await shop.admin()
  await shop.loseDispute(admin, sessionId!, 2_995)
  await shop.dispute(admin, sessionId!, 'won', 'lost')
  await shop.world.takeDue()
  await inItsBooks(sessionId!, { cents: 2_000 })
  await aDayPasses()
  expect(await differences()).toContainEqual([orderId, 'The provider took $20.00 instead of $29.95.'])
})

test('a refund that was made at the sandbox itself is noted', async () => {
  const { orderId, sessionId } = await sale()
  await shop.world.app.payments.providers[0]!.refund({ key: 'by hand', payment: sessionId!, cents: 2_995 })
  await shop.world.work()
  for (let round = 0; round < 2; round++) await shop.world.takeDue()
  expect(await shop.orderAtDesk(await shop.admin(), orderId)).toMatchObject({ state: 'refunded', difference: null })
})

test('a refund that is made at the provider and told during a comparison is noted by the next one', async () => {
  const { orderId, sessionId } = await sale()
  const provider = shop.world.app.payments.providers[0]!
  const list = provider.listRefunds.bind(provider)
  vi.spyOn(provider, 'listRefunds').mockImplementation(async (reference, told) => {
    const before = await list(reference, told)
    if (reference === sessionId && before.length === 0) {
      await provider.refund({ key: 'during the comparison', payment: reference, cents: 2_995 })
      await shop.world.work() // brings its message
    }
    return before
  })
  await aDayPasses()
  for (let round = 0; round < 2; round++) await shop.world.takeDue()
  expect(await shop.orderAtDesk(await shop.admin(), orderId)).toMatchObject({ state: 'refunded' })
})

/** The provider has sent a refund, and its bank has sent it back. */
async function comesBack(amount: number, { isTold }: { isTold: boolean }) {
  const { orderId } = await sale()
  const admin = await shop.admin()
  const { lines } = await shop.orderAtDesk(admin, orderId)
  if (!isTold) await loseMessages(true)
  await shop.refund(admin, orderId, [{ id: lines[0]!.id, amount }])
  await loseMessages(false)
  const ofRefund = db()
    .updateTable('sandboxRefund')
    .where('cents', '=', amount * 100)
  await ofRefund.set({ state: 'failed' }).execute()
  return orderId
}
const refundsAt = (cents: number) =>
  db().selectFrom('sandboxRefund').where('cents', '=', cents).select('state').orderBy('id').execute()

test('a refund that came back and was sent again is no difference', async () => {
  const orderId = await comesBack(13, { isTold: true })
  await aDayPasses()
  await pass(2 * MINUTE)
  expect(await refundsAt(1_300)).toEqual([{ state: 'failed' }, { state: 'done' }])
  expect((await differences()).filter(([one]) => one === orderId)).toEqual([])
})

test('a refund that came back without a message is sent again, and is no difference any more', async () => {
  const orderId = await comesBack(14, { isTold: false })
  const itsOwn = async () => (await differences()).filter(([one]) => one === orderId)
  await aDayPasses()
  expect(await itsOwn()).toEqual([[orderId, 'A refund of $14.00 is failed there, with $14.00.']])
  for (let day = 0; day < 2; day++) await aDayPasses()
  expect(await itsOwn()).toEqual([])
  expect(await refundsAt(1_400)).toEqual([{ state: 'failed' }, { state: 'done' }])
  expect(await shop.sumOfAll()).toBeCloseTo(0)
})

test('a fee that the provider tells late is booked once', async () => {
  const fees = async () => Math.round(((await shop.ledger())['fees'] ?? 0) * 100)
  const before = await fees()
  const buyer = await shop.world.signUp()
  const started = await shop.start([beatLine(await shop.addBeat()), kitLine(await shop.addKit(0))], { buyer })
  await shop.payByCard(started)
  const provider = shop.world.app.payments.providers[0]!
  const found = provider.findPayment.bind(provider)
  const itsBooks = { feeCents: null as number | null, cents: 2_995 }
  vi.spyOn(provider, 'findPayment').mockImplementation(async (one) => ({
    ...(await found(one)),
    ...(one === started.sessionId && itsBooks),
  }))
  await shop.confirm(started, buyer)
  expect(await fees()).toBe(before)
  Object.assign(itsBooks, { feeCents: 117, cents: 2_000 }) // a difference has it compared once more
  await aDayPasses()
  expect(await fees()).toBe(before - 117)
  Object.assign(itsBooks, { feeCents: 88, cents: 2_995 })
  await aDayPasses()
  expect(await fees()).toBe(before - 117)
  const told = await db()
    .selectFrom('payment')
    .where('orderId', '=', started.orderId)
    .select(['feeCents', 'compareAt'])
    .executeTakeFirstOrThrow()
  expect(told).toEqual({ feeCents: 117, compareAt: null })
})

test('a silent provider is asked again an hour later', async () => {
  const { orderId } = await sale()
  const down = (isDown: boolean) => db().updateTable('sandboxSetting').set({ isDown }).execute()
  await down(true)
  await expect(aDayPasses()).rejects.toThrow('compare payments with their providers failed')
  await down(false)
  const isCompared = async () =>
    (await db().selectFrom('payment').where('orderId', '=', orderId).select('compareAt').executeTakeFirstOrThrow())
      .compareAt === null
  await pass(HOUR - MINUTE)
  expect(await isCompared()).toBe(false)
  await pass(MINUTE)
  expect(await isCompared()).toBe(true)
})
