import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Tx } from '#server/db/connect.ts'
import { takeDue } from '#server/jobs/due.ts'
import { forgetPersonIn } from '#server/personal-data.ts'
import { untilBlocked } from '#test/blocked.ts'
import { shownCode } from '#test/authenticator.ts'
import { beatLine, createCheckout } from '#test/checkout.ts'
import { addItem } from '#test/factories.ts'
import { deletionTaker } from './delete-accounts.ts'

let shop: Awaited<ReturnType<typeof createCheckout>>
beforeAll(async () => {
  shop = await createCheckout()
})
afterAll(() => shop.world.close())

type Person = Awaited<ReturnType<typeof shop.world.signUp>>
const WEEK = 7 * 24 * 60 * 60_000
const leave = ({ call, password }: Person, giveUp = false) => call('POST /me/deletion', { body: { password, giveUp } })
const deletionDue = ({ id }: Person) =>
  shop.world.app.db
    .updateTable('accountDeletion')
    .set({ dueAt: shop.world.app.clock.now() })
    .where('accountId', '=', id)
    .execute()
const isDeleted = async ({ id }: Person) =>
  (await shop.world.app.db.selectFrom('account').where('id', '=', id).select('deletedAt').executeTakeFirstOrThrow())
    .deletedAt !== null
const statusOf = async (id: number) =>
  (await shop.world.app.db.selectFrom('item').where('id', '=', id).select('status').executeTakeFirstOrThrow()).status

test('items are hidden during the week, and back when the person changes their mind', async () => {
  const { world } = shop
  const person = await world.signUp()
  const onSale = await addItem(world.app.db, { ownerId: person.id })
  const paused = await addItem(world.app.db, { ownerId: person.id, status: 'paused' })
  await expect(leave({ ...person, password: 'not the right one' })).rejects.toMatchObject({ status: 400 })
  const { dueAt } = await leave(person)
  expect(new Date(dueAt!).getTime() - world.app.clock.now().getTime()).toBeGreaterThan(WEEK - 60_000)
  expect((await world.lastMailTo(person.email)).subject).toBe('Your Slide account will be deleted')
  await expect(world.guest('GET /beats/:id', { params: { id: onSale } })).rejects.toMatchObject({ status: 404 })
  expect((await leave(person)).dueAt).toBe(dueAt) // asking again changes nothing
  expect((await person.call('GET /me')).deletionDueAt).toBe(dueAt)

  await world.takeDue()
  expect(await isDeleted(person)).toBe(false)
  expect((await person.call('DELETE /me/deletion')).dueAt).toBeNull()
  await person.call('DELETE /me/deletion')
  expect(await statusOf(onSale)).toBe('published')
  expect(await statusOf(paused)).toBe('paused') // the person had paused it
  expect((await person.call('GET /me')).deletionDueAt).toBeNull()
  expect((await world.lastMailTo(person.email)).subject).toBe('Your Slide account stays')
  world.passTime(WEEK)
  await world.takeDue()
  expect(await isDeleted(person)).toBe(false)
})

test('after the week the account goes, its sessions end, and a last mail leaves for the address', async () => {
  const { world } = shop
  const person = await world.signUp()
  await leave(person)
  await deletionDue(person)
  await world.takeDue()
  expect(await isDeleted(person)).toBe(true)
  await expect(person.call('GET /me')).rejects.toMatchObject({ status: 401 })
  await expect(
    world.guest('POST /auth/refresh-token', { body: { refreshToken: person.refreshToken } }),
  ).rejects.toMatchObject({ status: 401 })
  expect((await world.lastMailTo(person.email)).subject).toBe('Your Slide account is deleted')
  world.passTime(2 * 24 * 60 * 60_000)
  await world.takeDue()
  await expect(world.lastMailTo(person.email)).rejects.toThrow()
})

test('what the person would lose is said first, and they give it up or settle it', async () => {
  const { world, addBeat } = shop
  const owner = await world.signUp()
  const beat = await addBeat({ ownerId: owner.id })
  const buyer = await world.signUp()
  const started = await shop.start([beatLine(beat)], { buyer })
  await shop.payByCard(started)
  await shop.confirm(started, buyer)
  const facts = await owner.call('GET /me/deletion')
  expect(facts).toMatchObject({ sold: 1, isLastAdmin: false, dueAt: null })
  expect(facts.balance).toBeGreaterThan(0)
  await expect(leave(owner)).rejects.toMatchObject({ status: 409, error: 'would_lose', details: facts })
  expect(await statusOf(beat)).toBe('published')
  expect((await leave(owner, true)).dueAt).not.toBeNull()
  await deletionDue(owner)
  await world.takeDue()
  expect(await isDeleted(owner)).toBe(true)
  // the buyer keeps the license and its files
  expect((await buyer.call('GET /library', { query: {} })).items).toHaveLength(1)
})

test('the only admin can’t leave', async () => {
  const { world } = shop
  const admin = await world.signUp()
  const { db } = world.app
  await db.updateTable('account').set({ isAdmin: true }).where('id', '=', admin.id).execute()
  await expect(leave(admin)).rejects.toMatchObject({ status: 409, error: 'last_admin' })
  const second = await world.signUp()
  await db.updateTable('account').set({ isAdmin: true }).where('id', '=', second.id).execute()
  // two at once: one of them has to stay
  const outcomes = await Promise.allSettled([leave(admin), leave(second)])
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('a deletion waits for an order whose payment runs, and its license is still granted', async () => {
  const { world, addBeat } = shop
  const seller = await world.signUp()
  const beat = await addBeat({ ownerId: seller.id })
  const buyer = await world.signUp()
  await leave(buyer)
  const started = await shop.start([beatLine(beat)], { buyer })
  await deletionDue(buyer)
  await world.takeDue()
  expect(await isDeleted(buyer)).toBe(false)
  await shop.payByCard(started)
  expect((await shop.confirm(started, buyer)).state).toBe('paid')
  await deletionDue(buyer)
  await world.takeDue()
  expect(await isDeleted(buyer)).toBe(true)
})

test('an order that completes while the deletion is due is neither lost nor stuck', async () => {
  const { world, addBeat } = shop
  const seller = await world.signUp()
  const beats = await Promise.all(Array.from({ length: 5 }, () => addBeat({ ownerId: seller.id })))
  for (const beat of beats) {
    const buyer = await world.signUp()
    const started = await shop.start([beatLine(beat)], { buyer })
    await shop.payByCard(started)
    await leave(buyer)
    await deletionDue(buyer)
    await Promise.allSettled([shop.confirm(started, buyer), world.takeDue()])
    await deletionDue(buyer)
    await world.takeDue()
    await world.work()
    await world.takeDue()
    const { state } = await world.app.db
      .selectFrom('shopOrder')
      .where('id', '=', started.orderId)
      .select('state')
      .executeTakeFirstOrThrow()
    expect(state).toBe('paid')
    await deletionDue(buyer)
    await world.takeDue()
    expect(await isDeleted(buyer)).toBe(true)
  }
  expect((await seller.call('GET /me/deletion')).sold).toBe(5)
})

test('a change of mind at the moment of the round either keeps everything or finds the session ended', async () => {
  const { world } = shop
  const { db } = world.app
  const person = await world.signUp()
  const item = await addItem(db, { ownerId: person.id })
  await leave(person)
  await deletionDue(person)
  // the person was first: the round finds nothing to delete
  let round: Promise<unknown> | undefined
  await db.transaction().execute(async (tx) => {
    await tx.deleteFrom('accountDeletion').where('accountId', '=', person.id).execute()
    round = world.takeDue()
    round.catch(() => {})
  })
  await round
  expect(await isDeleted(person)).toBe(false)

  for (let nth = 0; nth < 5; nth++) {
    const one = await world.signUp()
    const own = await addItem(db, { ownerId: one.id })
    await leave(one)
    await deletionDue(one)
    const [kept] = await Promise.allSettled([one.call('DELETE /me/deletion'), world.takeDue()])
    const gone = await isDeleted(one)
    const { deletedAt, status } = await db
      .selectFrom('item')
      .where('id', '=', own)
      .select(['deletedAt', 'status'])
      .executeTakeFirstOrThrow()
    expect(deletedAt !== null).toBe(gone)
    if (!gone) expect({ kept: kept.status, status }).toEqual({ kept: 'fulfilled', status: 'published' })
  }
  expect(item).toBeGreaterThan(0)
})

test('a deletion that was called off and asked for again while a round began has its whole week', async () => {
  const { world } = shop
  const { db } = world.app
  const person = await world.signUp()
  await leave(person)
  await deletionDue(person)
  const begin = db.transaction.bind(db)
  const changesTheirMindTwice = async () => {
    await person.call('DELETE /me/deletion')
    await leave(person)
  }
  vi.spyOn(db, 'transaction').mockImplementationOnce(() =>
    Object.assign(begin(), {
      execute: <T>(act: (tx: Tx) => Promise<T>) => changesTheirMindTwice().then(() => begin().execute(act)),
    }),
  )
  await takeDue(world.app, [deletionTaker(forgetPersonIn)])
  expect(await isDeleted(person)).toBe(false)
  world.passTime(WEEK)
  await world.takeDue()
  expect(await isDeleted(person)).toBe(true)
})

test('a deletion that fails is tried again later, and others go on', async () => {
  const { world } = shop
  const { db } = world.app
  const [stuck, other] = [await world.signUp(), await world.signUp()]
  for (const person of [stuck, other]) {
    await leave(person)
    await deletionDue(person)
  }
  await sql`create function refuse() returns trigger language plpgsql as $$
    begin if old.id = ${sql.lit(stuck.id)} then raise 'not now'; end if; return new; end $$`.execute(db)
  await sql`create trigger refuse before update of deleted_at on account for each row execute function refuse()`.execute(
    db,
  )
  await expect(world.takeDue()).rejects.toThrow('delete accounts failed')
  expect([await isDeleted(stuck), await isDeleted(other)]).toEqual([false, true])
  expect(await stuck.call('GET /me')).toMatchObject({ email: stuck.email })
  await sql`drop trigger refuse on account`.execute(db)
  world.passTime(10 * 60_000)
  await world.takeDue()
  expect(await isDeleted(stuck)).toBe(true)
})

test('putting items away and buying one of them at once don’t block each other', async () => {
  const { world } = shop
  const { db } = world.app
  const person = await world.signUp()
  const items = await Promise.all(Array.from({ length: 4 }, () => addItem(db, { ownerId: person.id })))
  let leaving: Promise<unknown> | undefined
  await db.transaction().execute(async (tx) => {
    await sql`select from item where id = ${items[2]!} for no key update`.execute(tx)
    leaving = leave(person)
    leaving.catch(() => {})
    await untilBlocked(db)
    await sql`select from account_stat where account_id = ${person.id} for no key update`.execute(tx)
  })
  await leaving
  expect(await Promise.all(items.map(statusOf))).toEqual(['paused', 'paused', 'paused', 'paused'])
})

test('two-step sign-in asks for its code, too', async () => {
  const { world } = shop
  const person = await world.signUp()
  const { password } = person
  const { secret } = await person.call('POST /me/two-step/begin', { body: { password } })
  await person.call('POST /me/two-step/confirm', { body: { code: shownCode(secret, world.app.clock.now(), 0) } })
  world.passTime(60_000)
  for (const route of ['POST /me/deletion', 'POST /me/data/export'] as const)
    await expect(person.call(route, { body: { password } })).rejects.toMatchObject({
      fields: { code: expect.anything() },
    })
  const code = shownCode(secret, world.app.clock.now(), 0)
  expect((await person.call('POST /me/deletion', { body: { password, code } })).dueAt).not.toBeNull()
})

test('nothing of a person goes on sale during the week: what is approved is hidden, and comes with a change of mind', async () => {
  const { world } = shop
  const [person, admin] = [await world.signUp(), await world.signUp()]
  await world.app.db.updateTable('account').set({ isAdmin: true }).where('id', '=', admin.id).execute()
  const waiting = await addItem(world.app.db, { ownerId: person.id, status: 'pending' })
  await world.app.db.insertInto('review').values({ itemId: waiting, submittedAt: world.app.clock.now() }).execute()
  const hidden = await addItem(world.app.db, { ownerId: person.id })
  await leave(person)
  await admin.call('POST /admin/beats/:id/approve', { params: { id: waiting }, body: {} })
  expect(await statusOf(waiting)).toBe('paused')
  await expect(person.call('POST /me/items/:id/resume', { params: { id: hidden } })).rejects.toMatchObject({
    error: 'leaving',
  })
  await expect(world.guest('GET /beats/:id', { params: { id: waiting } })).rejects.toMatchObject({ status: 404 })
  await person.call('DELETE /me/deletion')
  expect(await statusOf(waiting)).toBe('published')
  expect(await statusOf(hidden)).toBe('published')
})
