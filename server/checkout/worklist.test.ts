import { afterAll, beforeAll, expect, test } from 'vitest'
import { createProblems, type Problems } from '#test/problems.ts'
import type { Person } from '#test/shop.ts'

let shop: Problems
let admin: Person
beforeAll(async () => {
  shop = await createProblems()
  admin = await shop.admin()
})
afterAll(() => shop.world.close())

const db = () => shop.world.app.db
const list = (query: { q?: string; state?: 'needs-you' | 'paid' } = {}) => admin.call('GET /admin/orders', { query })

test('the worklist holds what waits for the operator, the oldest first, each with its reasons', async () => {
  const sales = []
  for (let sale = 0; sale < 5; sale++) sales.push(await shop.sale())
  const [problem, dispute, refund, difference, quiet] = sales as [Sale, Sale, Sale, Sale, Sale]
  expect(await list({ state: 'needs-you' })).toMatchObject({ items: [], needYou: 0 })

  const { id } = await shop.report(problem.buyer, problem.purchaseId)
  expect(await list()).toMatchObject({ needYou: 0 }) // the seller's turn
  await shop.answer(id)
  await shop.escalate(problem.buyer, id)
  await shop.dispute(admin, dispute.orderId, 'open')
  await db().updateTable('sandboxSetting').set({ refundsFail: true }).execute()
  const [line] = (await shop.orderAtDesk(admin, refund.orderId)).lines
  await shop.refund(admin, refund.orderId, [{ id: line!.id, amount: 5 }])
  await db()
    .updateTable('payment')
    .set({ difference: 'The provider says $1.' })
    .where('orderId', '=', difference.orderId)
    .execute()

  const found = await list({ state: 'needs-you' })
  expect(found.needYou).toBe(4)
  expect(found.items.map(({ id, needs }) => [id, needs])).toEqual([
    [problem.orderId, ['Decide a problem.']],
    [dispute.orderId, ['Answer a dispute.']],
    [refund.orderId, ['A refund is not sent yet.']],
    [difference.orderId, ['The provider says $1.']],
  ])
  expect((await list()).items[0]).toMatchObject({ id: quiet.orderId, needs: [] })
  await shop.decide(admin, id, 0)
  expect(await list()).toMatchObject({ needYou: 3 })
  const { happened } = await shop.orderAtDesk(admin, problem.orderId)
  expect(happened.map(({ what }) => what)).toEqual(
    expect.arrayContaining([
      'Problem reported with “Stairwell Sermon”',
      'Problem with “Stairwell Sermon” ended: declined',
    ]),
  )
})
type Sale = Awaited<ReturnType<Problems['sale']>>

test('the found orders come as CSV, without formulas, for admins alone', async () => {
  const buyer = await shop.world.signUp()
  const beatId = await shop.addBeat({ title: '=HYPERLINK("x")' })
  await shop.buy([{ type: 'beat', beatId, licenseType: 'MP3' }], buyer)
  const table = async (query: { q?: string; state?: 'needs-you' | 'open' }, by = admin) =>
    (await by.call('GET /admin/orders/table', { query })).text()
  const csv = await table({ q: buyer.email })
  const [head, row, ...rest] = csv.replace('\uFEFF', '').trim().split('\r\n')
  expect(head).toBe('Order,Date,Buyer,What,Paid with,Total USD,Refunded USD,Status,Needs you')
  expect(row).toMatch(/^SL-\S+,\S+Z,\S+,"'=HYPERLINK\(""x""\), MP3 Lease","Visa, ends 4242",29.95,0,paid,$/)
  expect(rest).toEqual([])
  expect((await table({ q: buyer.email, state: 'open' })).trim().split('\r\n')).toHaveLength(1)
  await expect(table({}, buyer)).rejects.toMatchObject({ status: 403 })
})
