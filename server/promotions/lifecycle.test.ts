import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { END_WORDS } from '#contract/promotion-values.ts'
import { setState } from '#server/items/index.ts'
import { createPromotions, DAY, promoted, type Promotions } from '#test/promotions.ts'
import { acceptShare, proposeShares } from '#test/shares.ts'
import type { Person } from '#test/shop.ts'

let shop: Promotions
let admin: Person
let ann: Person
beforeAll(async () => {
  shop = await createPromotions()
  admin = await shop.admin()
})
beforeEach(async () => {
  ann = await shop.world.signUp()
})
afterAll(() => shop.world.close())

const addBeat = (over: object = {}) => shop.addBeat({ ownerId: ann.id, title: 'Harmattan', ...over })
const run = async (over: Parameters<typeof promoted>[1] = {}) => {
  const beat = await addBeat()
  return { beat, ...(await shop.promote([promoted(beat, over)], ann)) }
}
const credits = () => shop.creditsOf(ann)
const one = () => shop.newest(ann)

test('a promotion that has delivered ends with its days, by notice and mail', async () => {
  const { id, beat } = await run()
  await shop.pass(7 * DAY)
  expect(await one()).toMatchObject({ status: 'active', expected: 2_100 })
  await shop.deliver(id, { impressions: 4_300, clicks: 37, plays: 12, sales: 2, saleCents: 59_90 })
  await shop.pass(6.9 * DAY)
  expect(await one()).toMatchObject({ status: 'active', delivered: 4_300 }) // it runs for all of its days
  await shop.pass(0.2 * DAY)
  expect(await one()).toMatchObject({
    status: 'ended',
    endedFor: 'delivered',
    earned: 59.9,
    creditsReturned: 0,
    canCancel: false,
  })
  expect(await credits()).toBe(0)
  expect(await shop.isMarked(beat)).toBe(false)
  expect((await shop.titlesOf(ann)).at(-1)).toBe(
    'Your promotion of “Harmattan” has ended. It has delivered what was guaranteed. 4,300 of 4,200 guaranteed impressions, 37 clicks, 2 sales.',
  )
  expect((await shop.mailsTo(ann)).filter((kind) => kind === 'promotion ended')).toHaveLength(1)
})

test('a promotion that is short runs on, and ends as soon as the guarantee is met', async () => {
  const { id } = await run()
  await shop.deliver(id, { impressions: 4_000 })
  await shop.pass(15 * DAY)
  expect(await one()).toMatchObject({ status: 'active', runsOn: true, endedAt: null, expected: 4_200 })
  await shop.deliver(id, { impressions: 199 })
  await shop.pass(0)
  expect(await one()).toMatchObject({ status: 'active', delivered: 4_199 })
  await shop.deliver(id, { impressions: 1 })
  await shop.pass(0)
  expect(await one()).toMatchObject({ status: 'ended', endedFor: 'delivered', creditsReturned: 0 })
})

test('after twice its days the rest comes back as promo credits, by what was given for it', async () => {
  await shop.putOn('pro', ann)
  await shop.giveCredits(10_00, ann)
  const { id } = await run() // 42.00 less 10.00 of credits, less 20 percent: 25.60
  expect(await one()).toMatchObject({ paid: 25.6, creditsUsed: 10 })
  await shop.deliver(id, { impressions: 2_800, clicks: 1, plays: 1, sales: 1, saleCents: 29_95 })
  await shop.pass(28 * DAY + 1)
  expect(await one()).toMatchObject({ status: 'ended', endedFor: 'short', creditsReturned: 11.86 }) // a third of 35.60
  expect(await credits()).toBe(11.86)
  expect((await shop.titlesOf(ann)).at(-1)).toContain(END_WORDS.short)
  expect((await shop.titlesOf(ann)).at(-1)).toContain('1 click, 1 sale. $11.86 came back as promo credits.')
  await shop.pass(DAY)
  expect(await credits()).toBe(11.86)
})

test('a canceled promotion ends at once, and returns nothing', async () => {
  const { id, beat } = await run()
  const stranger = await shop.world.signUp()
  for (const call of ['POST /promotions/:id/cancel', 'POST /promotions/:id/rerun', 'GET /promotions/:id'] as const)
    await expect(stranger.call(call, { params: { id } })).rejects.toMatchObject({ status: 404 })
  expect(await shop.cancel(id, ann)).toMatchObject({ status: 'canceled', endedFor: 'canceled', canRerun: false })
  expect(await credits()).toBe(0)
  await expect(shop.cancel(id, ann)).rejects.toMatchObject({ status: 409, error: 'ended' })
  await shop.deliver(id, { impressions: 10, clicks: 1 })
  expect(await one()).toMatchObject({ delivered: 0, clicks: 1 }) // nothing is delivered after the end
  expect((await shop.promote([promoted(beat)], ann)).status).toBe('active') // and it can be promoted anew
})

test('a promotion whose item came back says that it will go on, until it does', async () => {
  const { beat } = await run()
  await shop.setItem(beat, 'paused')
  const { db, clock } = shop.world.app
  await db.transaction().execute((tx) => setState(tx, beat, 'published', { now: clock.now() }))
  const pausedFor = 'Its item can be bought again. It goes on within a minute.'
  expect(await one()).toMatchObject({ status: 'paused', pausedFor })
  await shop.pass(0)
  expect(await one()).toMatchObject({ status: 'active', pausedFor: null })
})

test('a promotion pauses with its item, and has as much time left afterwards', async () => {
  const { beat, endsAt, lastsUntil } = await run()
  await shop.pass(4 * DAY)
  await shop.setItem(beat, 'paused')
  expect(await one()).toMatchObject({ status: 'paused', pausedFor: 'Its item is off sale.', expected: 1_200 })
  expect(await shop.isMarked(beat)).toBe(false)
  await shop.pass(60 * DAY)
  expect(await one()).toMatchObject({ status: 'paused', expected: 1_200, runsOn: false })
  await shop.setItem(beat, 'published')
  const later = await one()
  expect(later).toMatchObject({ status: 'active', expected: 1_200, pausedFor: null })
  expect(await shop.isMarked(beat)).toBe(true)
  const moved = (now: string, before: string) => (Date.parse(now) - Date.parse(before)) / DAY
  expect(moved(later.endsAt, endsAt)).toBeCloseTo(60, 2)
  expect(moved(later.lastsUntil, lastsUntil)).toBeCloseTo(60, 2)
})

test('a promotion pauses while its item waits for people who share it', async () => {
  const { beat, endsAt } = await run()
  const friend = await shop.world.signUp()
  await proposeShares(ann, beat, [[friend, 1_000]])
  await shop.pass(0)
  const pausedFor = 'Its item can’t be bought until everybody has accepted a share in it.'
  expect(await one()).toMatchObject({ status: 'paused', pausedFor })
  expect(await shop.isMarked(beat)).toBe(false)
  await shop.pass(5 * DAY)
  await acceptShare({ ...friend, call: await shop.back(friend) })
  expect(await one()).toMatchObject({ status: 'paused' }) // the next round lets it run
  await shop.pass(0)
  const later = await one()
  expect(later).toMatchObject({ status: 'active', pausedFor: null })
  expect((Date.parse(later.endsAt) - Date.parse(endsAt)) / DAY).toBeCloseTo(5, 2)
})

test.each(['taken_down', 'sold'] as const)('the item is %s: what was not delivered comes back', async (status) => {
  const { id, beat } = await run()
  await shop.deliver(id, { impressions: 1_050 })
  await shop.setItem(beat, status)
  expect(await one()).toMatchObject({ status: 'ended', endedFor: 'item', creditsReturned: 31.5, canRerun: false })
  expect(await credits()).toBe(31.5)
})

test('an item that is sold exclusively ends its promotion', async () => {
  const { beat } = await run()
  const fan = { ...shop.fan, call: await shop.back(shop.fan) }
  await shop.buy([{ type: 'beat', beatId: beat, licenseType: 'EXCLUSIVE' }], fan)
  await shop.pass(0)
  expect(await one()).toMatchObject({ endedFor: 'item', creditsReturned: 42 })
})

test('an item that its seller deletes returns nothing', async () => {
  const { beat } = await run()
  await (
    await shop.back(ann)
  )('DELETE /me/beats/:id', { params: { id: beat } })
  await shop.pass(0)
  expect(await one()).toMatchObject({ status: 'ended', endedFor: 'item', creditsReturned: 0, slug: null })
  expect((await shop.titlesOf(ann)).at(-1)).toContain('You have deleted its item.')
})

test('a whole refund ends a promotion, a partial one makes it worth less', async () => {
  const [first, second] = [await addBeat(), await addBeat()]
  await shop.giveCredits(10_00, ann)
  const buyer = { ...ann, call: await shop.back(ann) }
  const started = await shop.start([promoted(first), promoted(second)], { buyer })
  await shop.payByCard(started)
  await shop.confirm(started, buyer)
  const desk = { ...admin, call: await shop.back(admin) }
  const { lines } = await shop.orderAtDesk(desk, started.orderId)
  await shop.refund(desk, started.orderId, [
    { id: lines[0]!.id, amount: 16 }, // half of 32.00
    { id: lines[1]!.id, amount: 42 },
  ])
  await shop.pass(0)
  const [refunded, half] = await shop.promotionsOf(ann)
  expect(refunded).toMatchObject({ itemId: second, status: 'ended', endedFor: 'refunded', creditsReturned: 0 })
  expect(half).toMatchObject({ itemId: first, status: 'active', creditsReturned: 0 })
  expect(await credits()).toBe(5) // half of the credits came back with the money
  await shop.setItem(first, 'taken_down')
  expect(await shop.promotionsOf(ann)).toMatchObject([{}, { creditsReturned: 21 }])
  expect(await credits()).toBe(26)

  await shop.refund(desk, started.orderId, [{ id: lines[0]!.id, amount: 16 }])
  await shop.pass(0)
  expect(await shop.promotionsOf(ann)).toMatchObject([{}, { endedFor: 'item', creditsReturned: 0 }])
  expect(await credits()).toBe(10) // nobody gets money and credits for the same promotion
  expect(await shop.sumOfAll()).toBeCloseTo(0)
})

test('credits that came back and were spent meanwhile stay spent when the promotion is refunded', async () => {
  const [first, second] = [await addBeat(), await addBeat()]
  const buyer = { ...ann, call: await shop.back(ann) }
  const started = await shop.start([promoted(first)], { buyer })
  await shop.payByCard(started)
  await shop.confirm(started, buyer)
  await shop.setItem(first, 'taken_down')
  expect(await credits()).toBe(42)
  await shop.promote([promoted(second, { days: 7 })], ann) // 21.00 of them
  const desk = { ...admin, call: await shop.back(admin) }
  const { lines } = await shop.orderAtDesk(desk, started.orderId)
  await shop.refund(desk, started.orderId, [{ id: lines[0]!.id, amount: 42 }])
  await shop.pass(0)
  expect(await credits()).toBe(0)
})

test('credits that a refund gives back make up for those that came back before and were spent', async () => {
  const [first, second] = [await addBeat(), await addBeat()]
  await shop.giveCredits(10_00, ann)
  const buyer = { ...ann, call: await shop.back(ann) }
  const started = await shop.start([promoted(first)], { buyer })
  await shop.payByCard(started)
  await shop.confirm(started, buyer)
  await shop.setItem(first, 'taken_down')
  expect(await credits()).toBe(42)
  await shop.promote([promoted(second)], ann)
  expect(await credits()).toBe(0)
  const desk = { ...admin, call: await shop.back(admin) }
  const { lines } = await shop.orderAtDesk(desk, started.orderId)
  await shop.refund(desk, started.orderId, [{ id: lines[0]!.id, amount: 32 }])
  await shop.pass(0)
  expect(await credits()).toBe(0)
})

test('a lost dispute ends a promotion, and takes what came back for it', async () => {
  const { beat } = await run()
  const second = await addBeat()
  const lose = async (nth: number) => {
    const payment = await shop.world.app.db
      .selectFrom('payment')
      .innerJoin('shopOrder', 'shopOrder.id', 'orderId')
      .where('buyerId', '=', ann.id)
      .where('payment.state', '=', 'paid')
      .select('payment.reference')
      .orderBy('payment.id')
      .offset(nth)
      .executeTakeFirstOrThrow()
    const params = { reference: payment.reference! }
    const desk = await shop.back(admin)
    for (const state of ['open', 'lost'] as const) {
      await desk('POST /sandbox/payments/:reference/dispute', { params, body: { state } })
      await shop.world.work()
    }
  }
  await shop.promote([promoted(second)], ann)
  await lose(1)
  expect(await one()).toMatchObject({ itemId: second, status: 'ended', endedFor: 'refunded', creditsReturned: 0 })
  await shop.setItem(beat, 'sold')
  expect(await credits()).toBe(42)
  await lose(0)
  expect(await credits()).toBe(0)
})

test('a ban ends promotions and keeps the rest as credits; a deleted account has none', async () => {
  const { id } = await run()
  await shop.deliver(id, { impressions: 2_100 })
  const desk = await shop.back(admin)
  const params = { id: ann.id }
  await desk('POST /admin/people/:id/ban', { params, body: { category: 'fraud', reason: 'Stolen cards' } })
  await shop.pass(0)
  const [banned] = await shop.promotionsOf(ann) // people read what became of their money
  expect(banned).toMatchObject({ status: 'ended', endedFor: 'account', creditsReturned: 21 })
  await desk('POST /admin/people/:id/lift-ban', { params, body: { reason: 'A mistake' } })

  const beat = await addBeat({ title: 'Owambe' })
  const { id: second } = await shop.promote([promoted(beat, { creditsUsed: 0 })], ann)
  const call = await shop.back(ann)
  expect(await call('GET /me/deletion', {})).toMatchObject({ promotions: 1 })
  const data = await call('GET /me/data', {})
  expect(data).toBeDefined()
  const { forgetPerson, exportPerson } = await import('#server/personal-data.ts')
  expect((await exportPerson(shop.world.app, ann.id)).promotions).toMatchObject({
    promotions: [
      { title: 'Owambe', state: 'active', paidCents: 4_200 },
      { title: 'Harmattan', state: 'ended' },
    ],
  })
  await forgetPerson(shop.world.app, ann.id)
  const row = (await shop.rows(beat)).find((one) => one.id === second)
  expect(row).toMatchObject({ state: 'ended', endedFor: 'account', returnedCents: 0, dueAt: null })
})

test('an end that is late by months keeps the books right', async () => {
  await run()
  await shop.pass(400 * DAY)
  expect(await one()).toMatchObject({ endedFor: 'short', creditsReturned: 42 })
})
