import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { takeCreditsTurn } from '#server/credits/index.ts'
import type { Tx } from '#server/db/connect.ts'
import { takeDue } from '#server/jobs/due.ts'
import { forgetPersonIn } from '#server/personal-data.ts'
import { oneAfterTheOther } from '#test/blocked.ts'
import { beatLine } from '#test/checkout.ts'
import { createPromotions, promoted, type Promotions } from '#test/promotions.ts'
import type { Person } from '#test/shop.ts'
import { deletionTaker } from './delete-accounts.ts'

let shop: Promotions
let ann: Person
beforeAll(async () => {
  shop = await createPromotions()
})
beforeEach(async () => {
  ann = await shop.world.signUp()
})
afterAll(() => shop.world.close())

/** The week of the account is over. */
async function letLeave() {
  const now = shop.world.app.clock.now()
  await db().insertInto('accountDeletion').values({ accountId: ann.id, askedAt: now, dueAt: now }).execute()
}

const db = () => shop.world.app.db
const inbox = (tx: Tx) =>
  tx.selectFrom('notificationCounter').where('accountId', '=', ann.id).select('accountId').forUpdate().execute()
const deletion = () => takeDue(shop.world.app, [deletionTaker(forgetPersonIn)])
const isDeleted = async () =>
  (await db().selectFrom('account').where('id', '=', ann.id).select('deletedAt').executeTakeFirstOrThrow())
    .deletedAt !== null
const orders = () => db().selectFrom('shopOrder').where('buyerId', '=', ann.id).select(['id', 'state']).execute()

test('an order that starts while its account is being deleted is refused', async () => {
  const items = [beatLine(await shop.addBeat())]
  await db().insertInto('notificationCounter').values({ accountId: ann.id, last: 0 }).execute()
  await letLeave()
  const [deleted, started] = await oneAfterTheOther(db(), inbox, deletion, () =>
    shop.start(items, { buyer: ann, total: 29.95 }),
  )
  expect(deleted).toMatchObject({ status: 'fulfilled' })
  expect(await isDeleted()).toBe(true)
  expect(started).toMatchObject({ status: 'rejected', reason: { status: 401 } })
  expect(await orders()).toEqual([])
})

test('a deletion waits for the payment of an order that is being stored', async () => {
  await shop.giveCredits(4_200, ann)
  const items = [promoted(await shop.addBeat({ ownerId: ann.id }), { days: 30 })]
  await letLeave()
  const [started] = await oneAfterTheOther(
    db(),
    (tx) => takeCreditsTurn(tx, ann.id),
    () => shop.start(items, { buyer: ann, total: 48 }),
    deletion,
  )
  expect(started).toMatchObject({ status: 'fulfilled', value: { state: 'open' } })
  expect(await isDeleted()).toBe(false)
  await deletion()
  expect(await isDeleted()).toBe(false)
  expect(await orders()).toMatchObject([{ state: 'open' }])
})

test('a problem that is reported while its account is being deleted is refused, and leaves no words', async () => {
  await shop.buy([beatLine(await shop.addBeat())], ann)
  const [purchase] = await shop.purchasesOf(ann)
  await letLeave()
  const report = {
    params: { id: purchase!.id },
    body: { reason: 'broken', text: 'Call me at home: 0441 302010.' },
  } as const
  const [, reported] = await oneAfterTheOther(db(), inbox, deletion, () =>
    ann.call('POST /purchases/:id/problem', report),
  )
  expect(await isDeleted()).toBe(true)
  expect(reported).toMatchObject({ status: 'rejected', reason: { status: 404 } })
  const found = db().selectFrom('purchaseProblem').where('buyerId', '=', ann.id)
  expect(await found.select('text').execute()).toEqual([])
})
