import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { untilBlocked } from '#test/blocked.ts'
import { beatLine } from '#test/checkout.ts'
import { createPromotions, DAY, promoted, type Promotions } from '#test/promotions.ts'
import type { Person } from '#test/shop.ts'

let shop: Promotions
let admin: Person
let ann: Person
let bob: Person
beforeAll(async () => {
  shop = await createPromotions()
  admin = await shop.admin()
})
beforeEach(async () => {
  ann = await shop.world.signUp()
  bob = await shop.world.signUp()
})
afterAll(() => shop.world.close())

/** Ann promotes her beat, and buys one of Bob's in the same order. */
async function begin() {
  const own = await shop.addBeat({ ownerId: ann.id, title: 'Harmattan' })
  const bought = await shop.addBeat({ ownerId: bob.id })
  const buyer = { ...ann, call: await shop.back(ann) }
  const started = await shop.start([promoted(own), beatLine(bought)], { buyer })
  await shop.payByCard(started)
  return { started, buyer, bought }
}

/** Counts for Bob's beat and then tells Ann, as an answer to her comment does. A deadlock fails one of both. */
async function whileBobAnswers<Result>(beat: number, act: () => Promise<Result>) {
  const { db } = shop.world.app
  const { running } = await db.transaction().execute(async (tx) => {
    await tx.selectFrom('itemStat').where('itemId', '=', beat).select('itemId').forUpdate().execute()
    const running = act()
    running.catch(() => {})
    await untilBlocked(db)
    await sql`insert into notification_counter as inbox (account_id, last) values (${ann.id}, 0)
      on conflict (account_id) do update set last = inbox.last`.execute(tx)
    return { running }
  })
  return running
}

test('an order of a promotion and a beat locks no inbox before the counters of the beat', async () => {
  const { started, buyer, bought } = await begin()
  expect(await whileBobAnswers(bought, () => shop.confirm(started, buyer))).toMatchObject({ state: 'paid' })
  await shop.world.work()
  expect((await shop.titlesOf(ann))[0]).toContain('Your promotion of “Harmattan” has begun')
})

test('a refund of a promotion and a beat locks no inbox before the counters of the beat', async () => {
  const { started, buyer, bought } = await begin()
  await shop.confirm(started, buyer)
  const desk = { ...admin, call: await shop.back(admin) }
  const { lines } = await shop.orderAtDesk(desk, started.orderId)
  const all = lines.map(({ id, total }) => ({ id, amount: total }))
  const refunded = await whileBobAnswers(bought, () => shop.refund(desk, started.orderId, all))
  expect(refunded).toMatchObject({ state: 'refunded' })
  await shop.world.work()
  expect((await shop.titlesOf(ann)).at(-1)).toContain('It was refunded.')
})

/** Ann's bank takes so many cents of the payment of a promotion for good. */
async function promoteAndDispute(cents: number, { refunded = 0 } = {}) {
  const own = await shop.addBeat({ ownerId: ann.id, title: 'Harmattan' })
  const buyer = { ...ann, call: await shop.back(ann) }
  const started = await shop.start([promoted(own)], { buyer })
  await shop.payByCard(started)
  await shop.confirm(started, buyer)
  if (refunded > 0) {
    const desk = { ...admin, call: await shop.back(admin) }
    const { lines } = await shop.orderAtDesk(desk, started.orderId)
    await shop.refund(desk, started.orderId, [{ id: lines[0]!.id, amount: refunded }])
  }
  return async () => shop.loseDispute({ ...admin, call: await shop.back(admin) }, started.sessionId!, cents)
}

test('a lost dispute about all that a refund has left ends the promotion', async () => {
  const lose = await promoteAndDispute(41_00, { refunded: 1 })
  await lose()
  await shop.pass(0)
  expect(await shop.newest(ann)).toMatchObject({ status: 'ended', endedFor: 'refunded' })
  expect(await shop.creditsOf(ann)).toBe(0)
})

test('a lost dispute about a part of a payment leaves no credits for that part, however often it is told', async () => {
  const lose = await promoteAndDispute(40_00)
  const repeat = (duplicates: boolean) => shop.world.app.db.updateTable('sandboxSetting').set({ duplicates }).execute()
  await repeat(true)
  await lose()
  await repeat(false)
  await shop.pass(28 * DAY + 1)
  expect(await shop.newest(ann)).toMatchObject({ endedFor: 'short', creditsReturned: 2 })
  expect(await shop.creditsOf(ann)).toBe(2)
})

test('a dispute about a part that is lost after the end takes its credits back', async () => {
  const lose = await promoteAndDispute(40_00)
  await shop.pass(28 * DAY + 1)
  expect(await shop.creditsOf(ann)).toBe(42)
  await lose()
  await shop.pass(0)
  expect(await shop.creditsOf(ann)).toBe(2)
})

test('a promotion bears the whole loss of a dispute if the other line was refunded before', async () => {
  const own = await shop.addBeat({ ownerId: ann.id, title: 'Harmattan' })
  const buyer = { ...ann, call: await shop.back(ann) }
  const started = await shop.start([promoted(own), beatLine(await shop.addBeat({ ownerId: bob.id }))], { buyer })
  await shop.payByCard(started)
  await shop.confirm(started, buyer)
  const desk = { ...admin, call: await shop.back(admin) }
  const { lines } = await shop.orderAtDesk(desk, started.orderId)
  await shop.refund(desk, started.orderId, [{ id: lines[1]!.id, amount: lines[1]!.total }])
  await shop.loseDispute(desk, started.sessionId!, 40_00)
  await shop.pass(28 * DAY + 1)
  expect(await shop.creditsOf(ann)).toBe(2)
  expect(await shop.sumOfAll()).toBeCloseTo(0)
})

test('a lost dispute about a part leaves alone a promotion that was not given', async () => {
  const own = await shop.addBeat({ ownerId: ann.id })
  const buyer = { ...ann, call: await shop.back(ann) }
  const started = await shop.start([promoted(own), beatLine(await shop.addBeat({ ownerId: bob.id }))], { buyer })
  await shop.payByCard(started)
  await shop.setItem(own, 'taken_down')
  expect((await shop.confirm(started, buyer)).refused).toMatchObject([{ reason: expect.stringContaining('off sale') }])
  const desk = { ...admin, call: await shop.back(admin) }
  await shop.loseDispute(desk, started.sessionId!, 10_00)
  await shop.pass(0)
  expect(await shop.orderAtDesk(desk, started.orderId)).toMatchObject({ state: 'partly refunded' })
  expect(await shop.sumOfAll()).toBeCloseTo(0)
})
