import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { takePeopleTurn } from '#server/accounts/index.ts'
import { oneAfterTheOther, untilBlocked } from '#test/blocked.ts'
import { createCheckout, type Checkout } from '#test/checkout.ts'
import { createDeletions } from '#test/deletions.ts'
import type { Person } from '#test/shop.ts'

let shop: Checkout
let deletions: ReturnType<typeof createDeletions>
let ann: Person
beforeAll(async () => {
  shop = await createCheckout()
  deletions = createDeletions(shop.world)
})
beforeEach(async () => {
  ann = await shop.world.signUp()
})
afterAll(() => shop.world.close())

const db = () => shop.world.app.db
/** The second run is still to come. */
const waits = async ({ id }: Person) =>
  (await db().selectFrom('accountDeletion').where('accountId', '=', id).select('dueAt').executeTakeFirst()) !==
  undefined

test('a like that was let in before the deletion of its person leaves with them', async () => {
  const { world } = shop
  const itemId = await shop.addBeat()
  const stat = sql<{ likes: number }>`select likes from item_stat where item_id = ${itemId}`
  await deletions.comesDue(ann.id)
  await oneAfterTheOther(
    db(),
    (tx) => sql`select from item_stat where item_id = ${itemId} for update`.execute(tx),
    () => ann.call('POST /beats/:id/like', { params: { id: itemId } }),
    () => deletions.takeDue(),
  )
  world.passTime(11 * 60_000)
  await deletions.takeDue()
  expect((await stat.execute(db())).rows).toEqual([{ likes: 0 }])
  expect(await db().selectFrom('itemLike').where('accountId', '=', ann.id).selectAll().execute()).toEqual([])
  expect(await waits(ann)).toBe(false)
})

test('a change of mind that was let in before the deletion and comes after it changes nothing', async () => {
  await deletions.comesDue(ann.id)
  await oneAfterTheOther(
    db(),
    takePeopleTurn,
    () => ann.call('DELETE /me/deletion'),
    () => deletions.takeDue(),
  )
  expect(await waits(ann)).toBe(true)
  expect(await db().selectFrom('mail').where('recipient', 'like', 'deleted-%').select('subject').execute()).toEqual([])
})

test('a deletion that takes long is followed ten minutes after its end', async () => {
  const { world } = shop
  await deletions.comesDue(ann.id)
  let deletion: Promise<unknown> | undefined
  await db()
    .transaction()
    .execute(async (tx) => {
      await sql`select from account_stat where account_id = ${ann.id} for update`.execute(tx)
      deletion = deletions.takeDue()
      deletion.catch(() => {})
      await untilBlocked(db())
      world.passTime(8 * 60_000)
    })
  await deletion
  const rows = db().selectFrom('accountDeletion').where('accountId', '=', ann.id).select('dueAt')
  const { dueAt } = await rows.executeTakeFirstOrThrow()
  expect(dueAt.getTime()).toBeGreaterThanOrEqual(world.app.clock.now().getTime() + 10 * 60_000 - 10_000)
})

test('somebody who takes the name and the address of a deleted person keeps everything at its second run', async () => {
  const { world } = shop
  const taken = { displayName: `freed-${ann.id}`, email: `freed-${ann.id}@slide.test` }
  const [owner, gone] = [await world.signUp(), await world.signUp(taken)]
  const item = { params: { id: await shop.addBeat({ ownerId: owner.id }) } }
  const doEverything = async ({ call }: Person) => {
    await call('POST /beats/:id/like', item)
    await call('POST /beats/:id/comments', { ...item, body: { text: 'fire' } })
    await call('POST /follow/:id', { params: { id: owner.id } })
  }
  await doEverything(gone)
  await deletions.comesDue(gone.id)
  await deletions.takeDue()
  world.passTime(61_000)
  const heir = await world.signUp(taken)
  await doEverything(heir)
  await world.work()
  await owner.call('POST /chat/send', { body: { senderId: owner.id, receiverId: heir.id, content: 'Welcome.' } })
  const left = async () => ({
    stat: (await sql`select likes, comments from item_stat where item_id = ${item.params.id}`.execute(db())).rows,
    people: (await sql`select followers from account_stat where account_id = ${owner.id}`.execute(db())).rows,
    mails: await db().selectFrom('mail').select(['id', 'recipient', 'removeAt']).orderBy('id').execute(),
    notices: await db().selectFrom('notification').select(['title', 'message']).orderBy('id').execute(),
    waiting: await db().selectFrom('notificationMail').selectAll().orderBy('id').execute(),
    me: await heir.call('GET /me'),
  })
  const before = await left()
  world.passTime(9 * 60_000)
  await deletions.takeDue()
  expect(await waits(gone)).toBe(false)
  expect(await left()).toEqual(before)
  expect(before.stat).toEqual([{ likes: 1, comments: 2 }])
  expect(before.people).toEqual([{ followers: 1 }])
})
