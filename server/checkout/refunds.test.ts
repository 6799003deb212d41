import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensureIndexed } from '#server/search/index.ts'
import { beatLine, createCheckout, type Checkout } from '#test/checkout.ts'
import { createDeletions } from '#test/deletions.ts'
import type { Person } from '#test/shop.ts'

let shop: Checkout
let admin: Person
beforeAll(async () => {
  shop = await createCheckout()
  admin = await shop.admin()
})
afterAll(() => shop.world.close())

const db = () => shop.world.app.db
const order = (id: number) => shop.orderAtDesk(admin, id)
const refund = (id: number, lines: { id: number; amount: number }[], by = admin) => shop.refund(by, id, lines)

test('a line is refunded: money, right, counters and books go back, and everybody is told', async () => {
  const [beatId, other] = [await shop.addBeat({ slug: 'returned-one' }), await shop.addBeat()]
  const buyer = await shop.world.signUp()
  const before = await shop.earnings()
  const { orderId } = await shop.buy([beatLine(beatId, 'WAV'), beatLine(other)], buyer)
  const { lines } = await order(orderId)
  const answer = await refund(orderId, [{ id: lines[0]!.id, amount: 44.95 }])
  expect(answer).toMatchObject({ state: 'partly refunded', lines: [{ refunded: 44.95 }, { refunded: 0 }] })
  expect(answer.happened.map(({ what }) => what)).toEqual([
    'Order stored',
    'Payment begun: sandbox, credit',
    expect.stringContaining('Paid with Visa, ends 4242, fee $'),
    'Order completed',
    'Refund of $44.95 asked: File is faulty',
    'Refund of $44.95 sent',
  ])
  expect(await shop.purchasesOf(buyer)).toMatchObject([{ state: 'refunded' }, { state: 'owned' }])
  expect(await shop.earnings()).toBeCloseTo(before + 29.95)
  expect(await shop.sumOfAll()).toBeCloseTo(0)
  const { sales, earningsCents } = await db()
    .selectFrom('itemStat')
    .where('itemId', '=', beatId)
    .selectAll()
    .executeTakeFirstOrThrow()
  expect({ sales, earningsCents }).toEqual({ sales: 0, earningsCents: 0 })
  expect(await shop.world.lastMailTo(buyer.email)).toMatchObject({ kind: 'refund' })
  expect(await shop.newsOf(shop.owner, 'returned-one')).toMatchObject([
    { title: 'A sale was refunded' },
    { title: 'You made a sale' },
  ])
})

test('a refund between people who have both left writes nothing into their inboxes', async () => {
  const deletions = createDeletions(shop.world)
  const [seller, buyer] = [await shop.world.signUp(), await shop.world.signUp()]
  const { orderId } = await shop.buy([beatLine(await shop.addBeat({ ownerId: seller.id }))], buyer)
  for (const { id } of [seller, buyer]) await deletions.comesDue(id)
  await deletions.takeDue()
  const { lines } = await order(orderId)
  expect(await refund(orderId, [{ id: lines[0]!.id, amount: 29.95 }])).toMatchObject({ state: 'refunded' })
  const inboxes = db().selectFrom('notification').where('accountId', 'in', [seller.id, buyer.id])
  expect(await inboxes.select('title').execute()).toEqual([])
})

test('a sale lifts an item in popularity and trend, and a refund takes that back', async () => {
  const beatId = await shop.addBeat()
  const charts = async () => {
    await ensureIndexed(shop.world.app)
    return db()
      .selectFrom('itemSearch')
      .where('itemId', '=', beatId)
      .select(['popularity', 'trend'])
      .executeTakeFirstOrThrow()
  }
  const before = await charts()
  const { orderId } = await shop.buy([beatLine(beatId)], await shop.world.signUp())
  const sold = await charts()
  expect(sold.popularity).toBeCloseTo(Math.log(41))
  expect(sold.trend).toBeGreaterThan(before.trend + 100)
  const { lines } = await order(orderId)
  await refund(orderId, [{ id: lines[0]!.id, amount: 29.95 }])
  expect(await charts()).toEqual(before)
})

test('parts of a line add up to the whole, and never to more', async () => {
  const beatId = await shop.addBeat({ slug: 'returned-in-parts' })
  const buyer = await shop.world.signUp()
  const { orderId } = await shop.buy([beatLine(beatId)], buyer)
  const id = (await order(orderId)).lines[0]!.id
  await refund(orderId, [{ id, amount: 10 }])
  expect(await shop.purchasesOf(buyer)).toMatchObject([{ state: 'owned' }])
  expect(await shop.newsOf(buyer, 'returned-in-parts')).toMatchObject([
    {
      title: 'Refund sent',
      message: expect.stringMatching(/^\$10\.00 of your payment for “.+” is on its way back\.$/),
    },
    { title: 'Your purchase is ready' },
  ])
  expect((await shop.newsOf(shop.owner, 'returned-in-parts'))[0]).toMatchObject({
    title: 'A part of a sale was refunded',
    message: expect.stringMatching(
      /^\$10\.00 of a sale of “.+” was refunded, and your earnings of that part were taken back\.$/,
    ),
  })
  await expect(refund(orderId, [{ id, amount: 19.96 }])).rejects.toMatchObject({ status: 409, error: 'too_much' })
  const tries = await Promise.allSettled([
    refund(orderId, [{ id, amount: 19.95 }]),
    refund(orderId, [{ id, amount: 19.95 }]),
  ])
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await shop.purchasesOf(buyer)).toMatchObject([{ state: 'refunded' }])
  expect(await shop.sumOfAll()).toBeCloseTo(0)
})

test('a refund that the provider fails stays pending and is sent later', async () => {
  const beatId = await shop.addBeat()
  const buyer = await shop.world.signUp()
  const { orderId } = await shop.buy([beatLine(beatId)], buyer)
  const id = (await order(orderId)).lines[0]!.id
  const behave = (values: { refundsFail?: boolean; isDown?: boolean }) =>
    db().updateTable('sandboxSetting').set(values).execute()
  await behave({ refundsFail: true })
  expect(await refund(orderId, [{ id, amount: 29.95 }])).toMatchObject({ state: 'refund pending' })
  expect(await shop.purchasesOf(buyer)).toMatchObject([{ state: 'owned' }])
  await behave({ refundsFail: false, isDown: true })
  shop.world.passTime(2 * 60_000)
  await shop.world.takeDue()
  await behave({ isDown: false })
  shop.world.passTime(5 * 60_000)
  await shop.world.takeDue()
  expect(await shop.purchasesOf(buyer)).toMatchObject([{ state: 'refunded' }])
  const sent = await db()
    .selectFrom('sandboxRefund')
    .where('state', '=', 'done')
    .where('cents', '=', 2_995)
    .select('id')
    .execute()
  expect(sent.length).toBeGreaterThan(0)
})

test('a refund waits for a provider that is switched off, and keeps no other one waiting', async () => {
  const buyer = await shop.world.signUp()
  const [one, other] = [
    await shop.buy([beatLine(await shop.addBeat())], buyer),
    await shop.buy([beatLine(await shop.addBeat())], buyer),
  ]
  const ask = async (id: number) => refund(id, [{ id: (await order(id)).lines[0]!.id, amount: 29.95 }])
  const move = (provider: string) =>
    db().updateTable('payment').set({ provider }).where('orderId', '=', one.orderId).execute()
  await move('stripe')
  expect(await ask(one.orderId)).toMatchObject({ state: 'refund pending' })
  await db().updateTable('sandboxSetting').set({ isDown: true }).execute()
  await ask(other.orderId)
  await db().updateTable('sandboxSetting').set({ isDown: false }).execute()
  shop.world.passTime(2 * 60_000)
  await shop.world.takeDue()
  expect(await shop.purchasesOf(buyer)).toMatchObject([{ state: 'owned' }, { state: 'refunded' }])
  await move('sandbox')
  shop.world.passTime(2 * 60_000)
  await shop.world.takeDue()
  expect(await shop.purchasesOf(buyer)).toMatchObject([{ state: 'refunded' }, { state: 'refunded' }])
})

test('only admins refund, and only what was paid', async () => {
  const beatId = await shop.addBeat()
  const fresh = await shop.world.signUp()
  const started = await shop.start([beatLine(beatId)], { buyer: fresh })
  const again = await shop.admin()
  const seen = await again.call('GET /admin/orders/:id', { params: { id: started.orderId } })
  const lines = [{ id: seen.lines[0]!.id, amount: 1 }]
  await expect(refund(started.orderId, lines, again)).rejects.toMatchObject({ status: 409, error: 'not_paid' })
  await expect(refund(started.orderId, lines, fresh)).rejects.toMatchObject({ status: 403 })
  await expect(refund(9_999_999, lines, again)).rejects.toMatchObject({ status: 404 })
})

test('an admin does not refund the own order while there is another admin', async () => {
  const buyer = await shop.admin()
  const { orderId } = await shop.buy([beatLine(await shop.addBeat())], buyer)
  const lines = [{ id: (await order(orderId)).lines[0]!.id, amount: 29.95 }]
  await expect(refund(orderId, lines, buyer)).rejects.toMatchObject({ status: 403, error: 'forbidden' })
  expect(await refund(orderId, lines)).toMatchObject({ state: 'refunded' })
})

test('the desk finds orders by number, buyer, item and email, and by state', async () => {
  const desk = await shop.admin()
  const buyer = await shop.world.signUp({ displayName: 'Rui_Vocal' })
  const beatId = await shop.addBeat({ title: 'Lagos to Leeds' })
  const { orderId } = await shop.buy([beatLine(beatId)], buyer)
  const { number } = await shop.orderOf(orderId)
  const found = async (query: { q?: string; state?: 'paid' | 'open' | 'refunded' | 'disputed' }) =>
    (await desk.call('GET /admin/orders', { query })).items.map(({ id }) => id)
  for (const q of [number, 'rui_vocal', 'lagos to', buyer.email]) expect(await found({ q })).toEqual([orderId])
  expect(await found({ q: number, state: 'open' })).toEqual([])
  expect(await found({ q: number, state: 'paid' })).toEqual([orderId])
  expect(await found({ q: '%' })).toEqual([])
  await expect(buyer.call('GET /admin/orders', { query: {} })).rejects.toMatchObject({ status: 403 })
})

test('a rare number in a title is found only with the common word beside it', async () => {
  const desk = await shop.admin()
  const buyer = await shop.world.signUp()
  const other = await shop.buy([beatLine(await shop.addBeat({ title: 'Attic 7042' }))], buyer)
  const { orderId } = await shop.buy([beatLine(await shop.addBeat({ title: 'Yard' }))], buyer)
  await sql`insert into order_line overriding system value
    select (jsonb_populate_record(null::order_line, to_jsonb(line) || jsonb_build_object(
      'id', line.id + n, 'position', n, 'title', 'Yard ' || 7000 + n))).*
    from order_line line, generate_series(1, 150) n where order_id = ${orderId}`.execute(db())
  const found = async (q: string) => (await desk.call('GET /admin/orders', { query: { q } })).items.map(({ id }) => id)
  expect(await found('yard 7042')).toEqual([orderId])
  expect(await found('attic 7042')).toEqual([other.orderId])
  expect(await found('yard 9042')).toEqual([])
})
