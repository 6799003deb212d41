import { afterAll, beforeAll, expect, test } from 'vitest'
import { beatLine, createCheckout, type Checkout } from '#test/checkout.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

let shop: Checkout
beforeAll(async () => {
  shop = await createCheckout({ env: { EARNINGS_HOLD_DAYS: '5' } })
})
afterAll(() => shop.world.close())

const db = () => shop.world.app.db
const paymentOf = (orderId: number) =>
  db().selectFrom('payment').where('orderId', '=', orderId).selectAll().executeTakeFirstOrThrow()

test('a sale takes from the provider what it gives to the sellers, and the fee from the operator, line by line', async () => {
  const [beatId, kitId] = [await shop.addBeat({ title: 'Night Bus' }), await shop.addKit(1_000)]
  const buyer = await shop.world.signUp()
  const { orderId } = await shop.buy([beatLine(beatId), { type: 'kit', kitId }], buyer)
  const { number } = await shop.orderOf(orderId)
  const payment = await paymentOf(orderId)
  const lines = await db()
    .selectFrom('ledgerLine')
    .innerJoin('ledgerEntry as entry', 'entry.id', 'entryId')
    .innerJoin('ledgerAccount as account', 'account.id', 'accountId')
    .where((where) =>
      where.or([
        where.and([where('entry.kind', '=', 'sale'), where('reference', '=', String(orderId))]),
        where.and([where('entry.kind', '=', 'fee'), where('reference', '=', String(payment.id))]),
      ]),
    )
    .select(['entry.kind', 'account.kind as account', 'ownerId', 'cents', 'memo', 'availableAt', 'postedAt'])
    .orderBy('entryId')
    .orderBy('line')
    .execute()
  const days = (line: (typeof lines)[number]) => (line.availableAt.getTime() - line.postedAt.getTime()) / DAY
  expect(lines.map((line) => [line.kind, line.account, line.ownerId, line.cents, line.memo, days(line)])).toEqual([
    ['sale', 'provider', null, -3_995, number, 0],
    ['sale', 'earnings', shop.owner.id, 2_995, 'Night Bus', 5],
    ['sale', 'earnings', shop.owner.id, 1_000, 'Stairwell Sermon', 5],
    ['fee', 'provider', null, 146, '', 0],
    ['fee', 'fees', null, -109, '', 0],
    ['fee', 'fees', null, -37, '', 0],
  ])
  expect(payment).toMatchObject({
    state: 'paid',
    feeCents: 146,
    paidWith: 'Visa, ends 4242',
    failure: null,
    dueAt: null,
  })
  expect(payment.compareAt!.getTime() - payment.paidAt!.getTime()).toBe(DAY)
})

test('an open payment is looked at each minute, and every ten minutes when it is old', async () => {
  const { orderId } = await shop.start([beatLine(await shop.addBeat())], { buyer: await shop.world.signUp() })
  const minutes = async () =>
    Math.round(((await paymentOf(orderId)).dueAt!.getTime() - shop.world.app.clock.now().getTime()) / MINUTE)
  const pauses = [await minutes()]
  for (const passed of [2, 1, 20, 10]) {
    shop.world.passTime(passed * MINUTE)
    await shop.world.takeDue()
    pauses.push(await minutes())
  }
  expect(pauses).toEqual([2, 1, 1, 10, 10])
})
