import { afterAll, beforeEach, expect, test } from 'vitest'
import { createRealOrders, METHODS } from '#test/real-orders.ts'
import type { Person } from '#test/shop.ts'

const { shop, begin, db, startBy, expectDelivered, passTime } = await createRealOrders()
let buyer: Person
beforeEach(async () => {
  ;({ buyer } = await begin())
})
afterAll(() => shop.close())

const MINUTE = 60_000

test.each(METHODS)('%s: a provider that does not begin the payment leaves the other ways to pay', async (method) => {
  const { trouble } = shop.emulatorOf(method)
  trouble.status = 503
  await expect(startBy(method)).rejects.toMatchObject({ message: expect.stringContaining('pay another way') })
  const [former] = await db().selectFrom('shopOrder').where('buyerId', '=', buyer.id).select('id').execute()
  const next = method === 'paypal' ? 'credit' : 'paypal'
  const other = await startBy(next)
  trouble.status = undefined
  expect(await shop.orderOf(former!.id)).toMatchObject({ state: 'canceled' })
  await shop.act(next, other, 'approve')
  expect(await shop.confirm(other, buyer)).toMatchObject({ state: 'paid' })
  await passTime(2 * MINUTE)
  await shop.world.takeDue()
  await expectDelivered(other)
  const payments = db().selectFrom('payment').where('orderId', '=', former!.id).select(['state', 'reference'])
  expect(await payments.execute()).toEqual([{ state: 'canceled', reference: null }])
})
