import { sql, type RawBuilder } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { takeDue, type Taker } from '#server/jobs/due.ts'
import { exportPerson, forgetPerson } from '#server/personal-data.ts'
import { untilBlocked } from '#test/blocked.ts'
import { beatLine, createCheckout, type Checkout } from '#test/checkout.ts'
import { addPromotion } from '#test/promoted.ts'
import type { Person } from '#test/shop.ts'
import { leadSaleTaker, returnedSaleTaker } from './index.ts'

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

let shop: Checkout
let beat: number
let promotion: number
beforeEach(async () => {
  shop = await createCheckout()
  beat = await shop.addBeat()
  promotion = (await addPromotion(shop.world, { itemId: beat, ownerId: shop.owner.id })).id
})
afterEach(() => shop.world.close())

async function draw() {
  const { slots } = await shop.world.guest('GET /promotions/slots', { query: { place: 'browse' } })
  return slots[0]!.token
}
async function tell(what: 'clicked' | 'played' | 'kept' | 'seen', { accessToken }: Person, token?: string) {
  const { statusCode } = await shop.world.http.inject({
    method: 'POST',
    url: '/api/promotions/events',
    headers: { 'user-agent': BROWSER, authorization: `Bearer ${accessToken}` },
    payload: { [what]: [token ?? (await draw())] },
  })
  expect(statusCode).toBe(200)
}
const figures = async () => {
  await shop.world.takeDue()
  const { sales, saleCents } = await shop.world.app.db
    .selectFrom('promotion')
    .where('id', '=', promotion)
    .select(['sales', 'saleCents'])
    .executeTakeFirstOrThrow()
  return { sales, saleCents }
}
const leads = () => shop.world.app.db.selectFrom('promotionLead').selectAll().execute()
const passDays = (days: number) =>
  sql`update promotion_lead set at = at - make_interval(days => ${days})`.execute(shop.world.app.db)

test.each(['clicked', 'played', 'kept'] as const)('what is bought after an item was %s counts once', async (what) => {
  await tell(what, shop.fan)
  expect(await leads()).toMatchObject([{ promotionId: promotion, accountId: shop.fan.id, itemId: beat }])
  await shop.buy([beatLine(beat)])
  expect(await figures()).toEqual({ sales: 1, saleCents: 2_995 })
  expect(await figures()).toEqual({ sales: 1, saleCents: 2_995 })
  await shop.buy([beatLine(beat, 'PREMIUM')])
  expect((await figures()).sales, 'a second license').toBe(2)
})

test.each(['clicked', 'played', 'kept'] as const)(
  'a purchase counts although the item was %s again before a round',
  async (what) => {
    await tell('clicked', shop.fan)
    await shop.buy([beatLine(beat)])
    await tell(what, shop.fan)
    expect(await figures()).toEqual({ sales: 1, saleCents: 2_995 })
  },
)

test('a browser that tells again what it has kept makes the seven days no longer', async () => {
  const token = await draw()
  await tell('clicked', shop.fan, token)
  const before = await leads()
  await tell('kept', shop.fan, token)
  expect(await leads()).toEqual(before)
})

test('what is bought before, by others, of other items or after a look alone does not count', async () => {
  const other = await shop.world.signUp()
  await shop.buy([beatLine(beat)])
  await tell('clicked', shop.fan)
  await tell('seen', other)
  await shop.buy([beatLine(await shop.addBeat({ slug: 'another' }))])
  await shop.buy([beatLine(beat)], other)
  expect((await figures()).sales).toBe(0)
})

test('what is bought more than seven days later does not count, and the lead is swept', async () => {
  await tell('clicked', shop.fan)
  await passDays(7)
  await shop.buy([beatLine(beat)])
  expect((await figures()).sales).toBe(0)
  await passDays(1)
  await shop.world.takeDue()
  expect(await leads(), 'swept').toEqual([])
})

test('a purchase that two rounds find at the same time counts once', async () => {
  const { app } = shop.world
  await tell('clicked', shop.fan)
  await shop.buy([beatLine(beat)])
  const { both } = await app.db.transaction().execute(async (tx) => {
    await sql`select from promotion where id = ${promotion} for update`.execute(tx)
    const both = Promise.all([takeDue(app, [leadSaleTaker]), takeDue(app, [leadSaleTaker])])
    await untilBlocked(app.db, 2)
    return { both }
  })
  await both
  expect(await figures()).toEqual({ sales: 1, saleCents: 2_995 })
})

test('a refund takes the sale back from the promotion and from its hour, and a part of the price does not', async () => {
  const admin = await shop.admin()
  await tell('clicked', shop.fan)
  const { orderId } = await shop.buy([beatLine(beat)])
  expect(await figures()).toEqual({ sales: 1, saleCents: 2_995 })
  const { lines } = await shop.orderAtDesk(admin, orderId)
  const refund = (amount: number) => shop.refund(admin, orderId, [{ id: lines[0]!.id, amount }])
  await refund(10)
  expect(await figures(), 'a part went back').toEqual({ sales: 1, saleCents: 2_995 })
  await refund(19.95)
  expect(await figures()).toEqual({ sales: 0, saleCents: 0 })
  const hours = await shop.world.app.db.selectFrom('promotionHour').select(['sales', 'saleCents']).execute()
  expect(new Set(hours.map(({ sales, saleCents }) => `${sales} ${saleCents}`))).toEqual(new Set(['0 0'])) // two at full hours
  expect(await figures(), 'it does not count again').toEqual({ sales: 0, saleCents: 0 })
})

/** Lets a round wait for the promotion while another transaction holds it, which locks these rows then. */
async function meets(taker: Taker, then: RawBuilder<unknown>) {
  const { app } = shop.world
  const { round } = await app.db.transaction().execute(async (tx) => {
    await sql`select from promotion where id = ${promotion} for update`.execute(tx)
    const round = takeDue(app, [taker])
    round.catch(() => {})
    await untilBlocked(app.db)
    expect((await sql`select from ${then} for update`.execute(tx)).rows).toHaveLength(1)
    return { round }
  })
  await round
}

test('a round that takes sales back locks promotions first, as everybody does', async () => {
  const admin = await shop.admin()
  await tell('clicked', shop.fan)
  const { orderId } = await shop.buy([beatLine(beat)])
  expect(await figures()).toMatchObject({ sales: 1 })
  const { lines } = await shop.orderAtDesk(admin, orderId)
  await shop.refund(admin, orderId, [{ id: lines[0]!.id, amount: 29.95 }])
  await meets(returnedSaleTaker, sql`promotion_sale where promotion_id = ${promotion}`)
  expect(await figures()).toEqual({ sales: 0, saleCents: 0 })
})

test('a round that counts sales locks promotions in the order of their ids', async () => {
  const later = await shop.addBeat({ slug: 'later' })
  const { id } = await addPromotion(shop.world, { itemId: later, ownerId: shop.owner.id })
  const at = shop.world.app.clock.now()
  for (const [promotionId, itemId] of [
    [id, later],
    [promotion, beat],
  ] as const)
    await shop.world.app.db
      .insertInto('promotionLead')
      .values({ promotionId, accountId: shop.fan.id, itemId, at })
      .execute()
  await shop.buy([beatLine(later)])
  await shop.buy([beatLine(beat)])
  await meets(leadSaleTaker, sql`promotion where id = ${id}`)
  expect(await figures()).toEqual({ sales: 1, saleCents: 2_995 })
})

test('leads and counted sales are exported, and go with their account', async () => {
  await tell('clicked', shop.fan)
  await shop.buy([beatLine(beat)])
  expect(await figures()).toMatchObject({ sales: 1 })
  const { promotions } = await exportPerson(shop.world.app, shop.fan.id)
  const titled = [{ title: expect.any(String) as string }]
  expect(promotions).toMatchObject({ openedPromoted: titled, boughtPromoted: titled })
  await forgetPerson(shop.world.app, shop.fan.id)
  expect(await leads()).toEqual([])
  expect(await shop.world.app.db.selectFrom('promotionSale').selectAll().execute()).toEqual([])
})

test('a counted sale is forgotten after half a year, and its figure stays', async () => {
  await tell('clicked', shop.fan)
  await shop.buy([beatLine(beat)])
  expect(await figures()).toMatchObject({ sales: 1 })
  await sql`update promotion_sale set counted_at = counted_at - interval '180 days'`.execute(shop.world.app.db)
  expect(await figures()).toMatchObject({ sales: 1 })
  expect(await shop.world.app.db.selectFrom('promotionSale').selectAll().execute()).toEqual([])
})
