import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { untilBlocked } from '#test/blocked.ts'
import { createPromotions, DAY, promoted, type Promotions } from '#test/promotions.ts'
import type { Person } from '#test/shop.ts'

let shop: Promotions
let ann: Person
beforeAll(async () => {
  shop = await createPromotions()
})
beforeEach(async () => {
  ann = await shop.world.signUp()
})
afterAll(() => shop.world.close())

const MANY = 50
const many = (act: (nth: number) => Promise<unknown>) =>
  Promise.allSettled(Array.from({ length: MANY }, (_, nth) => act(nth)))
const fulfilled = (outcomes: PromiseSettledResult<unknown>[]) =>
  outcomes.filter(({ status }) => status === 'fulfilled').length
const unexpected = (outcomes: PromiseSettledResult<unknown>[]) =>
  outcomes.flatMap((one) => (one.status === 'rejected' && one.reason.status !== 409 ? [one.reason] : []))
const addBeat = () => shop.addBeat({ ownerId: ann.id, title: 'Harmattan' })

test('many cancels, ends and deliveries at once end a promotion once and give its credits once', async () => {
  const beat = await addBeat()
  const { id } = await shop.promote([promoted(beat)], ann)
  await shop.deliver(id, { impressions: 2_100 })
  shop.world.passTime(28 * DAY + 1)
  const call = await shop.back(ann)
  const outcomes = await many((nth) => {
    if (nth % 3 === 0) return shop.world.takeDue()
    if (nth % 3 === 1) return call('POST /promotions/:id/cancel', { params: { id } })
    return shop.deliver(id, { clicks: 1 })
  })
  expect(unexpected(outcomes)).toEqual([])
  const row = await shop.newest(ann)
  expect(row).toMatchObject({ clicks: 16, delivered: 2_100 })
  expect(await shop.creditsOf(ann)).toBe(row.status === 'canceled' ? 0 : 21)
  expect(row.creditsReturned).toBe(row.status === 'canceled' ? 0 : 21)
})

test('many ends at once give credits once', async () => {
  const beat = await addBeat()
  await shop.promote([promoted(beat)], ann)
  shop.world.passTime(28 * DAY + 1)
  expect(unexpected(await many(() => shop.world.takeDue()))).toEqual([])
  expect(await shop.creditsOf(ann)).toBe(42)
  expect((await shop.mailsTo(ann)).filter((kind) => kind === 'promotion ended')).toHaveLength(1)
})

test('refunds, ends and cancels at once never give money and credits for the same promotion', async () => {
  const admin = await shop.admin()
  const beat = await addBeat()
  const buyer = { ...ann, call: await shop.back(ann) }
  const started = await shop.start([promoted(beat)], { buyer })
  await shop.payByCard(started)
  await shop.confirm(started, buyer)
  const desk = { ...admin, call: await shop.back(admin) }
  const { lines } = await shop.orderAtDesk(desk, started.orderId)
  const { id } = await shop.newest(ann)
  await shop.setItem(beat, 'paused')
  await shop.world.app.db.updateTable('item').set({ status: 'taken_down' }).where('id', '=', beat).execute()
  await many((nth) => {
    if (nth % 3 === 0) return shop.world.takeDue()
    if (nth % 3 === 1) return shop.refund(desk, started.orderId, [{ id: lines[0]!.id, amount: 42 }])
    return buyer.call('POST /promotions/:id/cancel', { params: { id } })
  })
  await shop.pass(0)
  expect(await shop.newest(ann)).toMatchObject({ creditsReturned: 0, canCancel: false })
  expect(await shop.creditsOf(ann)).toBe(0)
  expect(await shop.sumOfAll()).toBeCloseTo(0)
})

test('a refund locks promotions and reruns in the order of their ids, as those who count them do', async () => {
  await shop.putOn('growth', ann)
  const admin = await shop.admin()
  const beats = [await addBeat(), await addBeat()] as const
  const buyer = { ...ann, call: await shop.back(ann) }
  const started = await shop.start([promoted(beats[0], { days: 3 }), promoted(beats[1])], { buyer })
  await shop.payByCard(started)
  await shop.confirm(started, buyer)
  const [[first], [second]] = [await shop.rows(beats[0]), await shop.rows(beats[1])]
  await shop.deliver(first!.id, { impressions: 900 })
  await shop.pass(3 * DAY + 1)
  const rerun = await shop.rerun(first!.id, ann)
  const desk = { ...admin, call: await shop.back(admin) }
  const { lines } = await shop.orderAtDesk(desk, started.orderId)
  const asked = lines.map(({ id, total }) => ({ id, amount: total }))
  const { db } = shop.world.app
  const refunded = await db.transaction().execute(async (counting) => {
    const lock = (id: number) =>
      counting.selectFrom('promotion').where('id', '=', id).select('id').forUpdate().execute()
    await lock(second!.id)
    const refund = shop.refund(desk, started.orderId, asked)
    await untilBlocked(db)
    await lock(rerun.id) // a deadlock, if the refund had locked it with the first one
    return { refund }
  })
  expect(await refunded.refund).toMatchObject({ state: 'refunded' })
  await shop.pass(0)
  expect((await shop.promotionsOf(ann)).map(({ id, endedFor }) => [id, endedFor])).toEqual([
    [rerun.id, 'refunded'],
    [second!.id, 'refunded'],
    [first!.id, 'delivered'],
  ])
})

test('many reruns at once begin one', async () => {
  await shop.putOn('pro', ann)
  const beat = await addBeat()
  const { id } = await shop.promote([promoted(beat, { days: 3 })], ann)
  await shop.deliver(id, { impressions: 900 })
  await shop.pass(3 * DAY + 1)
  const call = await shop.back(ann)
  const outcomes = await many(() => call('POST /promotions/:id/rerun', { params: { id } }))
  expect(unexpected(outcomes)).toEqual([])
  expect(fulfilled(outcomes)).toBe(1)
  expect(await shop.rows(beat)).toHaveLength(2)
})

test('many deliveries at once are all counted, in the row and in its hours', async () => {
  const beat = await addBeat()
  const { id } = await shop.promote([promoted(beat)], ann)
  expect(unexpected(await many(() => shop.deliver(id, { impressions: 3, plays: 1 })))).toEqual([])
  const { series, ...whole } = await (await shop.back(ann))('GET /promotions/:id', { params: { id } })
  expect(whole).toMatchObject({ delivered: 150, plays: 50 })
  expect(series.reduce((sum, { impressions }) => sum + impressions, 0)).toBe(150)
})

test('a promotion that is paid while a rerun of it has begun is refused, and its money goes back', async () => {
  await shop.putOn('growth', ann)
  const beat = await addBeat()
  const { id } = await shop.promote([promoted(beat, { days: 3 })], ann)
  await shop.deliver(id, { impressions: 900 })
  await shop.pass(3 * DAY + 1)
  const buyer = { ...ann, call: await shop.back(ann) }
  const started = await shop.start([promoted(beat)], { buyer })
  await shop.rerun(id, ann)
  await shop.payByCard(started)
  expect(await shop.confirm(started, buyer)).toMatchObject({ refused: [{ reason: 'This item is promoted already.' }] })
  await shop.pass(0)
  expect(await shop.rows(beat)).toHaveLength(2)
  const order = await buyer.call('GET /purchases/order/:orderId', { params: { orderId: started.orderId } })
  expect(order).toMatchObject({ refunded: 37.8, services: [], refused: [{ type: 'promotion', price: 37.8 }] })
})

test('the desk pauses and resumes at once with the item: the promotion follows both', async () => {
  const admin = await shop.admin()
  const beat = await addBeat()
  const { id } = await shop.promote([promoted(beat)], ann)
  const desk = await shop.back(admin)
  const call = await shop.back(ann)
  const body = { reason: 'Looked at' }
  const outcomes = await many(async (nth) => {
    if (nth % 4 === 0) return desk('POST /admin/promotions/:id/pause', { params: { id }, body })
    if (nth % 4 === 1) return desk('POST /admin/promotions/:id/resume', { params: { id }, body })
    if (nth % 4 === 2)
      return call('POST /me/items/bulk', { body: { action: nth % 8 === 2 ? 'pause' : 'resume', ids: [beat] } })
    return shop.world.takeDue()
  })
  expect(outcomes).toHaveLength(MANY)
  await shop.pass(0)
  const [row] = await shop.rows(beat)
  const { status } = await shop.world.app.db
    .selectFrom('item')
    .where('id', '=', beat)
    .select('status')
    .executeTakeFirstOrThrow()
  expect(row!.state).toBe(status === 'published' && row!.heldAt === null ? 'active' : 'paused')
  expect(await shop.isMarked(beat)).toBe(row!.state === 'active')
})
