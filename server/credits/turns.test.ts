import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { untilBlocked } from '#test/blocked.ts'
import { createPromotions, promoted, type Promotions } from '#test/promotions.ts'
import type { Person } from '#test/shop.ts'

let shop: Promotions
let ann: Person
let admin: Person
beforeAll(async () => {
  shop = await createPromotions()
  admin = await shop.admin()
})
beforeEach(async () => {
  ann = await shop.world.signUp()
})
afterAll(() => shop.world.close())

const addBeat = () => shop.addBeat({ ownerId: ann.id, title: 'Harmattan' })
const buyer = async () => ({ ...ann, call: await shop.back(ann) })
const desk = async () => ({ ...admin, call: await shop.back(admin) })

/** Starts a promotion that takes the whole balance of $42, and money beside it. */
const spend = async () => shop.start([promoted(await addBeat(), { days: 30 })], { buyer: await buyer(), total: 48 })

/** The order of a promotion that was paid by card and ended early, so that its worth came back as credits. */
async function orderOfEnded() {
  const beat = await addBeat()
  const by = await buyer()
  const started = await shop.start([promoted(beat)], { buyer: by })
  await shop.payByCard(started)
  await shop.confirm(started, by)
  await shop.setItem(beat, 'taken_down')
  expect(await shop.creditsOf(ann)).toBe(42)
  return started
}

async function refund(orderId: number) {
  const by = await desk()
  const { lines } = await shop.orderAtDesk(by, orderId)
  return shop.refund(by, orderId, [{ id: lines[0]!.id, amount: 42 }])
}

const lose = async (reference: string) => shop.dispute(await desk(), reference, 'open', 'lost')

/** Lets a call run until it waits to tell Ann: all that it changes is written and not yet seen. Another one begins then. */
async function meanwhile(act: () => Promise<unknown>, begin: typeof spend) {
  let begun: Promise<PromiseSettledResult<Awaited<ReturnType<typeof spend>>>[]> | undefined
  let acted: Promise<unknown> | undefined
  await shop.world.app.db.transaction().execute(async (tx) => {
    await tx.selectFrom('notificationCounter').where('accountId', '=', ann.id).select('accountId').forUpdate().execute()
    acted = act()
    acted.catch(() => {})
    await untilBlocked(shop.world.app.db)
    const other = begin()
    begun = Promise.allSettled([other])
    await Promise.race([begun, untilBlocked(shop.world.app.db, 2)])
  })
  await acted
  return (await begun!)[0]!
}

test('credits that a refund takes back are not kept for an order that starts meanwhile', async () => {
  const { orderId } = await orderOfEnded()
  const outcome = await meanwhile(() => refund(orderId), spend)
  if (outcome.status === 'fulfilled') {
    await shop.payByCard(outcome.value)
    await shop.confirm(outcome.value, await buyer())
  }
  expect(await shop.creditsOf(ann)).toBe(0)
  expect(outcome).toMatchObject({ status: 'rejected', reason: { error: 'cart_changed', details: { total: 90 } } })
})

test('credits that an open order keeps are not taken back by a refund, which succeeds', async () => {
  const { orderId } = await orderOfEnded()
  const started = await spend()
  await refund(orderId)
  expect(await shop.orderAtDesk(await desk(), orderId)).toMatchObject({ state: 'refunded' })
  await shop.payByCard(started)
  await shop.confirm(started, await buyer())
  expect(await shop.creditsOf(ann)).toBe(0)
})

test('refunds, lost disputes and starts of many people at once leave nobody with less than nothing', async () => {
  const people = await Promise.all(Array.from({ length: 8 }, () => shop.world.signUp()))
  const orders = []
  for (ann of people) orders.push(await orderOfEnded())
  const beats = await Promise.all(people.map(({ id }) => shop.addBeat({ ownerId: id, title: 'Harmattan' })))
  const buyers = await Promise.all(people.map(async (one) => ({ ...one, call: await shop.back(one) })))
  const started = await Promise.allSettled([
    ...buyers.map((one, nth) => shop.start([promoted(beats[nth]!, { days: nth % 2 ? 30 : 14 })], { buyer: one })),
    ...orders.map(({ orderId, sessionId }, nth) => (nth % 3 ? refund(orderId) : lose(sessionId!))),
  ])
  const odd = started.flatMap((one) => (one.status === 'rejected' && one.reason.status !== 409 ? [one.reason] : []))
  expect(odd).toEqual([])
  for (const one of people) {
    const [order] = await shop.world.app.db
      .selectFrom('creditHold')
      .innerJoin('orderLine', 'orderLine.id', 'lineId')
      .innerJoin('shopOrder', 'shopOrder.id', 'orderId')
      .where('ownerId', '=', one.id)
      .where('shopOrder.state', '=', 'open')
      .select('creditHold.cents')
      .execute()
    expect((await shop.creditsOf(one)) * 100).toBeGreaterThanOrEqual(order?.cents ?? 0)
  }
})
