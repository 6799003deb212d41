import { sql, type RawBuilder } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createDb, createPool } from '#server/db/connect.ts'
import { oneAfterTheOther, untilBlocked } from '#test/blocked.ts'
import { beatLine } from '#test/checkout.ts'
import { createPromotions, promoted, type Promotions } from '#test/promotions.ts'
import type { Person } from '#test/shop.ts'
import { createDeletions } from '#test/deletions.ts'

let shop: Promotions
let deletions: ReturnType<typeof createDeletions>
let ann: Person
beforeAll(async () => {
  shop = await createPromotions()
  deletions = createDeletions(shop.world)
})
beforeEach(async () => {
  ann = await shop.world.signUp()
})
afterAll(() => shop.world.close())

const db = () => shop.world.app.db

const inbox = () => sql`notification_counter where account_id = ${ann.id}`

/** Lets a deletion meet something that holds a row about the person's money and takes another one then: it tells of it. */
async function meets(row: RawBuilder<unknown>, then = inbox()) {
  await db()
    .insertInto('notificationCounter')
    .values({ accountId: ann.id, last: 0 })
    .onConflict((before) => before.doNothing())
    .execute()
  await deletions.comesDue(ann.id)
  let deletion: Promise<unknown> | undefined
  await db()
    .transaction()
    .execute(async (tx) => {
      expect((await sql`select from ${row} for update`.execute(tx)).rows).toHaveLength(1)
      deletion = deletions.takeDue()
      deletion.catch(() => {})
      await untilBlocked(db())
      expect((await sql`select from ${then} for update`.execute(tx)).rows).toHaveLength(1)
    })
  await deletion
  const { deletedAt } = await db()
    .selectFrom('account')
    .where('id', '=', ann.id)
    .select('deletedAt')
    .executeTakeFirstOrThrow()
  expect(deletedAt).not.toBeNull()
}

test('a deletion and a look at the plan don’t block each other', async () => {
  await shop.buyPlan(ann, { type: 'subscription', planId: 'growth', billingCycle: 'monthly' })
  await meets(sql`subscription where account_id = ${ann.id}`)
})

test.each([
  ['cards', (id: number) => sql`item_card where item_id in (select id from item where owner_id = ${id})`],
  ['account', (id: number) => sql`account where id = ${id}`],
])('a deletion and the end of a given plan, which changes the %s, don’t block each other', async (_, rowOf) => {
  await shop.addBeat({ ownerId: ann.id })
  const now = shop.world.app.clock.now()
  const endsAt = new Date(now.getTime() + 86_400_000)
  const given = { accountId: ann.id, plan: 'pro' as const, reason: 'Helped us', grantedBy: shop.fan.id }
  await db()
    .insertInto('planGrant')
    .values({ ...given, beginsAt: now, endsAt })
    .execute()
  await meets(sql`plan_grant where account_id = ${ann.id}`, rowOf(ann.id))
})

test('a deletion and a ban of somebody with a plan don’t block each other', async () => {
  await shop.buyPlan(ann, { type: 'subscription', planId: 'growth', billingCycle: 'monthly' })
  await db().insertInto('payoutTarget').values({ accountId: ann.id }).execute()
  await meets(sql`subscription where account_id = ${ann.id}`, sql`payout_target where account_id = ${ann.id}`)
})

test('a deletion and the end of a promotion don’t block each other', async () => {
  await shop.promote([promoted(await shop.addBeat({ ownerId: ann.id }))], ann)
  await meets(sql`promotion where account_id = ${ann.id}`)
})

test('a deletion and a refund don’t block each other', async () => {
  await shop.buy([beatLine(await shop.addBeat())], ann)
  await meets(sql`shop_order where buyer_id = ${ann.id}`)
})

test('a deletion and a refund of something that the person likes don’t block each other', async () => {
  const beat = await shop.addBeat()
  await shop.buy([beatLine(beat)], ann)
  await ann.call('POST /beats/:id/like', { params: { id: beat } })
  await meets(sql`shop_order where buyer_id = ${ann.id}`, sql`item_stat where item_id = ${beat}`)
})

test('a deletion and a payout on its way don’t block each other', async () => {
  const now = new Date()
  await db()
    .insertInto('payout')
    .values({
      accountId: ann.id,
      kind: 'same_day',
      state: 'paid',
      grossCents: 100,
      address: 'ann@paypal.test',
      provider: 'sandbox',
      sentAt: now,
      createdAt: now,
      endedAt: now,
    })
    .execute()
  await meets(sql`payout where account_id = ${ann.id}`)
})

test('a deletion and a mail of news don’t block each other', async () => {
  const beat = await shop.addBeat({ ownerId: ann.id })
  await shop.fan.call('POST /beats/:id/comments', { params: { id: beat }, body: { text: 'fire' } })
  await shop.world.work()
  await meets(inbox(), sql`notification_mail where account_id = ${ann.id}`)
})

test('a deletion and a change of the account don’t block each other', async () => {
  await meets(sql`account where id = ${ann.id}`)
})

test('a deletion and the removal of a reported message don’t block each other', async () => {
  const { fan } = shop
  const body = { senderId: fan.id, receiverId: ann.id, content: 'Pay me outside.' }
  const { id } = await fan.call('POST /chat/send', { body })
  await ann.call('POST /messages/:id/report', { params: { id }, body: { reason: 'Spam' } })
  await meets(
    sql`thread where low_id in (${ann.id}, ${fan.id}) and high_id in (${ann.id}, ${fan.id})`,
    sql`report where message_id = ${id}`,
  )
})

test('a deletion and a refresh of the person’s tokens don’t block each other', async () => {
  const { world } = shop
  const person = await world.signUp()
  await deletions.comesDue(person.id)
  const [deletion, refresh] = await oneAfterTheOther(
    db(),
    (tx) => sql`select from session where account_id = ${person.id} for update`.execute(tx),
    () => deletions.takeDue(),
    () => world.guest('POST /auth/refresh-token', { body: { refreshToken: person.refreshToken } }),
  )
  expect(deletion).toEqual({ status: 'fulfilled', value: undefined })
  expect(refresh).toMatchObject({ status: 'rejected', reason: { status: 401 } })
})

test('a name that the person took while the deletion waited is forgotten, too', async () => {
  const { world } = shop
  const [owner, fan] = [await world.signUp(), await world.signUp()]
  const beat = { params: { id: await shop.addBeat({ ownerId: owner.id }) } }
  await deletions.comesDue(fan.id)
  let deletion: Promise<unknown> | undefined
  await db()
    .transaction()
    .execute(async (tx) => {
      await sql`select from account_stat where account_id = ${fan.id} for update`.execute(tx)
      deletion = deletions.takeDue()
      deletion.catch(() => {})
      await untilBlocked(db())
      await fan.call('PATCH /me/profile', { body: { username: 'late-name' } })
      await fan.call('POST /beats/:id/comments', { ...beat, body: { text: 'Bye' } })
    })
  await deletion
  const { content } = await owner.call('GET /notifications', { query: {} })
  expect(content.map(({ title }) => title)).toEqual([expect.stringContaining('Deleted user commented on')])
})

test('the last mail goes to the address that the person took while the deletion waited', async () => {
  const { world } = shop
  await deletions.comesDue(ann.id)
  const late = `late-${ann.id}@slide.test`
  await oneAfterTheOther(
    db(),
    (tx) => sql`select from account_stat where account_id = ${ann.id} for update`.execute(tx),
    () => deletions.takeDue(),
    () => db().updateTable('account').set({ email: late }).where('id', '=', ann.id).execute(),
  )
  expect((await world.lastMailTo(late)).subject).toBe('Your Slide account is deleted')
})

test('the search for a name in all mails may take longer than a query', async () => {
  const { app } = shop.world
  await deletions.comesDue(ann.id)
  const hasty = createDb(createPool(app.config.databaseUrl!, { max: 1, onError: () => {} }))
  await sql`set statement_timeout = 2000`.execute(hasty)
  const begun = await db()
    .transaction()
    .execute(async (tx) => {
      await sql`lock table mail in access exclusive mode`.execute(tx) // the search waits, as if it took long
      const deletion = deletions.takeDue({ db: hasty })
      deletion.catch(() => {})
      await untilBlocked(db())
      await sql`select pg_sleep(2.2)`.execute(tx)
      return { deletion }
    })
  await begun.deletion
  await hasty.destroy()
  const account = db().selectFrom('account').where('id', '=', ann.id).select('deletedAt')
  expect((await account.executeTakeFirstOrThrow()).deletedAt).not.toBeNull()
})
