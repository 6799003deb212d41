import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createPromotions, DAY, promoted, type Promotions } from '#test/promotions.ts'
import { acceptShare, proposeShares } from '#test/shares.ts'
import type { Person } from '#test/shop.ts'

let shop: Promotions
let ann: Person
beforeAll(async () => {
  shop = await createPromotions()
})
beforeEach(async () => {
  ann = await shop.world.signUp()
  await shop.putOn('growth', ann)
})
afterAll(() => shop.world.close())

const addBeat = () => shop.addBeat({ ownerId: ann.id, title: 'Harmattan' })
const one = () => shop.newest(ann)
const refusal = (error: string) => ({ status: 409, error: 'no_rerun', message: error })

/** A promotion that has run to its end. */
async function ended(counted: Parameters<typeof shop.deliver>[1] = { impressions: 900 }) {
  const beat = await addBeat()
  const { id } = await shop.promote([promoted(beat, { days: 3 })], ann)
  await shop.deliver(id, counted)
  return { id, beat, end: () => shop.pass(3 * DAY + 1) }
}

const orderOf = async (id: number) =>
  (
    await shop.world.app.db
      .selectFrom('promotion')
      .innerJoin('orderLine', 'orderLine.id', 'lineId')
      .where('promotion.id', '=', id)
      .select('orderId')
      .executeTakeFirstOrThrow()
  ).orderId

test('a promotion without a sale of its item runs once more for nothing, and only once', async () => {
  const { id, beat, end } = await ended()
  await expect(shop.rerun(id, ann)).rejects.toMatchObject(
    refusal('Only a promotion that has run to its end can be run again.'),
  )
  await end()
  expect(await one()).toMatchObject({ status: 'ended', canRerun: true })
  const again = await shop.rerun(id, ann)
  await shop.world.work()
  expect(again).toMatchObject({
    itemId: beat,
    tier: 'premium',
    days: 3,
    guaranteed: 900,
    status: 'active',
    price: 9,
    paid: 0,
    creditsUsed: 0,
    isRerun: true,
  })
  expect(await shop.isMarked(beat)).toBe(true)
  await expect(shop.rerun(id, ann)).rejects.toMatchObject(refusal('It was run again already.'))
  await shop.deliver(again.id, { impressions: 10 })
  await shop.pass(6 * DAY + 1)
  expect(await one()).toMatchObject({ endedFor: 'short', creditsReturned: 0, canRerun: false }) // nothing was given for it
  await expect(shop.rerun(again.id, ann)).rejects.toMatchObject(refusal('This was a rerun already.'))
})

test('a sale of the item while it ran leaves no rerun, unless its money went back', async () => {
  const { id, beat, end } = await ended()
  const fan = { ...(await shop.world.signUp()) }
  const started = await shop.start([{ type: 'beat', beatId: beat, licenseType: 'MP3' }], { buyer: fan })
  await shop.payByCard(started)
  await shop.confirm(started, fan)
  await end()
  expect(await one()).toMatchObject({ canRerun: false })
  await expect(shop.rerun(id, ann)).rejects.toMatchObject(
    refusal('Its item was sold meanwhile. A rerun is for items that were not.'),
  )
  const admin = await shop.admin()
  const { lines } = await shop.orderAtDesk(admin, started.orderId)
  await shop.refund(admin, started.orderId, [{ id: lines[0]!.id, amount: 29.95 }])
  await shop.pass(0)
  expect(await one()).toMatchObject({ canRerun: true })
})

test('without a plan, off sale, promoted anew or refunded there is no rerun', async () => {
  const { id, beat, end } = await ended()
  await end()
  const refused = async (why: string) => expect(shop.rerun(id, ann)).rejects.toMatchObject(refusal(why))
  await shop.putOn('free', ann)
  await refused('Reruns come with the Growth and Pro plans.')
  await shop.putOn('pro', ann)
  await shop.setItem(beat, 'paused')
  await refused('Its item is not on sale.')
  await shop.setItem(beat, 'published')
  const other = await shop.promote([promoted(beat)], ann)
  await refused('Its item is promoted already.')
  await shop.cancel(other.id, ann)
  const admin = await shop.admin()
  const orderId = await orderOf(id)
  expect(await shop.rerun(id, ann)).toMatchObject({ status: 'active' })
  const { lines } = await shop.orderAtDesk(admin, orderId)
  await shop.refund(admin, orderId, [{ id: lines[0]!.id, amount: lines[0]!.total }])
  await shop.pass(0)
  expect(await one()).toMatchObject({ isRerun: true, status: 'ended', endedFor: 'refunded' }) // it ends with what it came from
})

test('a rerun goes on when a part of what its promotion cost is refunded', async () => {
  const { id, end } = await ended()
  await end()
  await shop.rerun(id, ann)
  const orderId = await orderOf(id)
  const admin = await shop.admin()
  const { lines } = await shop.orderAtDesk(admin, orderId)
  await shop.refund(admin, orderId, [{ id: lines[0]!.id, amount: 1 }])
  await shop.pass(0)
  expect(await one()).toMatchObject({ isRerun: true, status: 'active' })
})

test('the days of a promotion add up, and its table tells what each click, play and sale has cost', async () => {
  const { id } = await ended({ impressions: 400, clicks: 10 })
  await shop.pass(DAY)
  await shop.deliver(id, { impressions: 300, clicks: 5, plays: 4, sales: 1, saleCents: 29_95 })
  const call = await shop.back(ann)
  const { series, delivered } = await call('GET /promotions/:id', { params: { id } })
  expect(series.map(({ impressions, clicks, sales, earned }) => [impressions, clicks, sales, earned])).toEqual([
    [400, 10, 0, 0],
    [300, 5, 1, 29.95],
  ])
  expect(delivered).toBe(700)
  await shop.pass(2 * DAY)
  await shop.pass(4 * DAY)
  await shop.deliver(id, { sales: 1, saleCents: 10_00 }) // follows from a click before
  const later = await (await shop.back(ann))('GET /promotions/:id', { params: { id } })
  expect(later).toMatchObject({ status: 'ended', sales: 2, earned: 39.95 })
  expect(later.series).toHaveLength(8)
  const file = await (await shop.back(ann))('GET /promotions/:id/table', { params: { id } })
  const lines = (await file.text()).trim().split('\r\n')
  expect(lines[0]).toContain('Day,Impressions,Clicks,Plays,Sales,Earned USD,Cost USD,Cost of a click USD')
  // 8.10 paid, less what came back for 200 of 900: 1.80
  expect(lines.at(-1)).toBe('Total,700,15,4,2,39.95,6.3,0.42,1.58,3.15')
})

test('the forecast tells what past weeks brought, by place, and nothing that is not known', async () => {
  const beat = await addBeat()
  const call = await shop.back(ann)
  const empty = await call('GET /promotions/forecast', { query: {} })
  expect(empty).toMatchObject({ days: 14, places: [{ place: 'landing', perDay: null }, {}, {}, {}, {}] })
  const { db, clock } = shop.world.app
  const ago = (days: number) => new Date(clock.now().getTime() - days * DAY)
  const style = await db.selectFrom('style').select('id').orderBy('id').limit(2).execute()
  await db.updateTable('item').set({ styleId: style[0]!.id }).where('id', '=', beat).execute()
  await db
    .insertInto('slotHour')
    .values([
      { place: 'browse', hour: ago(10), seen: 8_000 },
      { place: 'browse', hour: ago(2), seen: 1_000 },
      { place: 'browse', hour: ago(40), seen: 77_777 },
      { place: 'style', styleId: style[0]!.id, hour: ago(2), seen: 60 },
      { place: 'style', styleId: style[1]!.id, hour: ago(2), seen: 40 },
    ])
    .execute()
  const perDay = async (itemId?: number) => {
    const { places } = await call('GET /promotions/forecast', { query: itemId === undefined ? {} : { itemId } })
    return Object.fromEntries(places.map((one) => [one.place, one.perDay]))
  }
  expect(await perDay()).toEqual({ landing: null, browse: 900, charts: null, style: 50, search: null })
  expect(await perDay(beat)).toMatchObject({ browse: 900, style: 30 })
  await expect(call('GET /promotions/forecast', { query: { itemId: await shop.addBeat() } })).rejects.toMatchObject({
    status: 404,
  })
  await db.deleteFrom('slotHour').execute()
})

test('a promotion of an item that waits for people who share it runs again when they have accepted', async () => {
  const { id, beat, end } = await ended()
  await end()
  const friend = await shop.world.signUp()
  await proposeShares({ ...ann, call: await shop.back(ann) }, beat, [[friend, 1_000]])
  expect(await one()).toMatchObject({ canRerun: false })
  await expect(shop.rerun(id, ann)).rejects.toMatchObject(
    refusal('Its item can’t be bought until everybody has accepted a share in it.'),
  )
  await acceptShare(friend)
  expect(await one()).toMatchObject({ canRerun: true })
})
