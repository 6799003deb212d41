import { afterAll, beforeAll, expect, test } from 'vitest'
import { setState } from '#server/items/index.ts'
import { openReview } from '#server/moderation/index.ts'
import { untilBlocked } from '#test/blocked.ts'
import { beatLine, createCheckout, packLine, type Checkout } from '#test/checkout.ts'
import { inTransaction } from '#test/factories.ts'

let shop: Checkout
beforeAll(async () => {
  shop = await createCheckout()
})
afterAll(() => shop.world.close())

const statusOf = async (id: number) =>
  (await shop.world.app.db.selectFrom('item').where('id', '=', id).select('status').executeTakeFirstOrThrow()).status
const reasonOf = async (id: number) =>
  (await shop.world.app.db.selectFrom('item').where('id', '=', id).select('statusReason').executeTakeFirstOrThrow())
    .statusReason
const ownersOf = (itemId: number) =>
  shop.world.app.db.selectFrom('purchase').where('itemId', '=', itemId).select(['buyerId', 'licenseType']).execute()

test('a paid exclusive leaves the shop; packs that hold it leave, too; leases sold earlier stay', async () => {
  const beatId = await shop.addBeat()
  const packId = await shop.addPackWith(beatId)
  const early = await shop.world.signUp()
  await shop.buy([beatLine(beatId, 'MP3')], early)
  const buyer = await shop.world.signUp()
  await shop.buy([beatLine(beatId, 'EXCLUSIVE')], buyer)
  expect(await statusOf(beatId)).toBe('sold')
  expect(await statusOf(packId)).toBe('paused')
  expect(await reasonOf(packId)).toBe('A beat in this pack was sold exclusively. Take it out.')
  expect(await shop.purchasesOf(early)).toMatchObject([{ state: 'owned' }])
  expect(await shop.preview([beatLine(beatId, 'WAV'), packLine(packId)])).toMatchObject({
    lines: [{ state: 'gone' }, { state: 'gone' }],
  })
  for (const [person, license] of [
    [early, 'MP3'],
    [buyer, 'EXCLUSIVE'],
  ] as const)
    expect(await shop.preview([beatLine(beatId, license)], person)).toMatchObject({ lines: [{ state: 'owned' }] })
})

test('a pack that left with a sold beat comes back only without it', async () => {
  const beatId = await shop.addBeat({ title: 'Night Bus' })
  const packId = await shop.addPackWith(beatId)
  await shop.buy([beatLine(beatId, 'EXCLUSIVE')], await shop.world.signUp())
  const resume = () => shop.owner.call('POST /me/items/:id/resume', { params: { id: packId } })
  await expect(resume()).rejects.toMatchObject({
    status: 409,
    message: '“One” was sold exclusively. Take it out of this pack first.',
  })
  expect(await statusOf(packId)).toBe('paused')
  await shop.world.app.db.updateTable('itemTrack').set({ removedAt: new Date() }).where('itemId', '=', packId).execute()
  await resume()
  expect(await statusOf(packId)).toBe('published')
})

test('a pack does not come out of a review or a takedown with a sold beat', async () => {
  const beatId = await shop.addBeat({ title: 'Night Bus' })
  const [waiting, down] = [await shop.addPackWith(beatId), await shop.addPackWith(beatId)]
  const admin = await shop.admin()
  const { db, clock } = shop.world.app
  await db.updateTable('item').set({ status: 'pending', publishedAt: null }).where('id', '=', waiting).execute()
  await inTransaction(db, (tx) => openReview(tx, waiting, clock.now()))
  await admin.call('POST /admin/items/:id/take-down', { params: { id: down }, body: { reason: 'A claim came.' } })
  await shop.buy([beatLine(beatId, 'EXCLUSIVE')], await shop.world.signUp())
  await expect(
    admin.call('POST /admin/packs/:id/approve', { params: { id: waiting }, body: {} }),
  ).rejects.toMatchObject({
    status: 409,
    error: 'holds_sold_beat',
  })
  expect(await statusOf(waiting)).toBe('pending')
  await admin.call('POST /admin/items/:id/put-back', { params: { id: down } })
  expect(await statusOf(down)).toBe('paused')
})

test('a pack on sale whose new files hold a sold beat is not offered', async () => {
  const beatId = await shop.addBeat()
  await shop.buy([beatLine(beatId, 'EXCLUSIVE')], await shop.world.signUp())
  const packId = await shop.addPackWith(beatId)
  const items = [packLine(packId), packLine(await shop.addPackWith(await shop.addBeat()))]
  expect((await shop.preview(items)).lines).toMatchObject([{ state: 'gone' }, { state: 'available' }])
})

test('a beat that is not on sale when a pack with it is sold exclusively is not sold again', async () => {
  const admin = await shop.admin()
  const { db, clock } = shop.world.app
  const [deleted, waiting, down] = [await shop.addBeat(), await shop.addBeat(), await shop.addBeat()]
  await shop.owner.call('POST /me/items/bulk', { body: { action: 'delete', ids: [deleted] } })
  await db.updateTable('item').set({ status: 'pending', publishedAt: null }).where('id', '=', waiting).execute()
  await inTransaction(db, (tx) => openReview(tx, waiting, clock.now()))
  await admin.call('POST /admin/items/:id/take-down', { params: { id: down }, body: { reason: 'A claim came.' } })
  for (const beatId of [deleted, waiting, down]) {
    const [sold, other] = [await shop.addPackWith(beatId), await shop.addPackWith(beatId)]
    const late = await shop.world.signUp()
    const started = await shop.start([packLine(other)], { buyer: late })
    await shop.buy([packLine(sold, 'EXCLUSIVE'), packLine(other)], await shop.world.signUp())
    await shop.payByCard(started)
    expect(await shop.confirm(started, late)).toMatchObject({ refused: [{ title: 'Stairwell Sermon' }] })
    await expect(shop.owner.call('POST /me/items/:id/resume', { params: { id: other } })).rejects.toMatchObject({
      error: 'holds_sold_beat',
    })
    expect((await shop.preview([packLine(await shop.addPackWith(beatId))])).lines).toMatchObject([{ state: 'gone' }])
  }
  await expect(
    admin.call('POST /admin/beats/:id/approve', { params: { id: waiting }, body: {} }),
  ).rejects.toMatchObject({ status: 409, error: 'sold' })
  await admin.call('POST /admin/items/:id/put-back', { params: { id: down } })
  expect(await statusOf(down)).toBe('sold')
})

test('a lease of a deleted beat that is paid after a pack with it was sold exclusively is refunded', async () => {
  const beatId = await shop.addBeat()
  const late = await shop.world.signUp()
  const started = await shop.start([beatLine(beatId)], { buyer: late })
  await shop.owner.call('POST /me/items/bulk', { body: { action: 'delete', ids: [beatId] } })
  await shop.buy([packLine(await shop.addPackWith(beatId), 'EXCLUSIVE')], await shop.world.signUp())
  await shop.payByCard(started)
  expect(await shop.confirm(started, late)).toMatchObject({ refused: [{}] })
  expect(await ownersOf(beatId)).toEqual([])
})

test('a lease that is paid after the exclusive is refunded by line, told once; the rest of its order is delivered', async () => {
  const beatId = await shop.addBeat({ title: 'Night Bus' })
  const other = await shop.addBeat()
  const [late, buyer] = [await shop.world.signUp(), await shop.world.signUp()]
  const started = await shop.start([beatLine(beatId, 'MP3'), beatLine(other, 'MP3')], { buyer: late })
  await shop.buy([beatLine(beatId, 'EXCLUSIVE')], buyer)
  await shop.payByCard(started)
  expect(await shop.confirm(started, late)).toMatchObject({
    state: 'paid',
    refused: [{ title: 'Night Bus', reason: 'Somebody else bought it exclusively before your payment arrived.' }],
  })
  expect((await shop.purchasesOf(late)).map(({ itemId }) => itemId)).toEqual([other])
  await shop.world.takeDue()
  await shop.world.takeDue()
  expect(await refundsOf(started.orderId)).toHaveLength(1)
  const mails = await shop.world.app.db
    .selectFrom('mail')
    .where('recipient', '=', late.email)
    .where('kind', '=', 'refund')
    .select('subject')
    .execute()
  expect(mails).toHaveLength(1)
  const ledger = await shop.ledger()
  expect(ledger['house'] ?? 0).toBe(0)
})
const refundsOf = (orderId: number) =>
  shop.world.app.db
    .selectFrom('refund')
    .where('orderId', '=', orderId)
    .where('state', '=', 'done')
    .select('cents')
    .execute()

test('a paid exclusive waits for a seller who is changing another pack of its beat', async () => {
  const { db, clock } = shop.world.app
  const beatId = await shop.addBeat()
  const [packId, other] = [await shop.addPackWith(beatId), await shop.addPackWith(beatId)]
  const buyer = await shop.world.signUp()
  const started = await shop.start([packLine(packId, 'EXCLUSIVE')], { buyer })
  await shop.payByCard(started)
  const confirmed = await db.transaction().execute(async (tx) => {
    await setState(tx, other, 'paused', { now: clock.now() })
    const confirming = Promise.allSettled([shop.confirm(started, buyer)])
    await untilBlocked(db)
    return { confirming }
  })
  expect(await confirmed.confirming).toMatchObject([{ status: 'fulfilled', value: { state: 'paid' } }])
  expect([await statusOf(packId), await statusOf(other)]).toEqual(['sold', 'paused'])
})

test('a beat that one order bought exclusively by itself and in a pack returns when both are refunded', async () => {
  const beatId = await shop.addBeat()
  const packId = await shop.addPackWith(beatId)
  const admin = await shop.admin()
  const { orderId: id } = await shop.buy(
    [packLine(packId, 'EXCLUSIVE'), beatLine(beatId, 'EXCLUSIVE')],
    await shop.world.signUp(),
  )
  const { lines } = await admin.call('GET /admin/orders/:id', { params: { id } })
  const states = []
  for (const { id: lineId, total: amount } of lines) {
    const body = { lines: [{ id: lineId, amount }], reason: 'Bought by mistake' }
    await admin.call('POST /admin/orders/:id/refund', { params: { id }, body })
    states.push([await statusOf(packId), await statusOf(beatId)])
  }
  expect(states).toEqual([
    ['draft', 'sold'],
    ['draft', 'draft'],
  ])
})

test('an exclusive that is refunded in part stays sold, and one that is refunded whole is its seller’s draft', async () => {
  const beatId = await shop.addBeat()
  const buyer = await shop.world.signUp()
  const { orderId } = await shop.buy([beatLine(beatId, 'EXCLUSIVE')], buyer)
  const admin = await shop.admin()
  const { lines } = await shop.orderAtDesk(admin, orderId)
  const refund = (amount: number) => shop.refund(admin, orderId, [{ id: lines[0]!.id, amount }])
  await refund(100)
  expect(await statusOf(beatId)).toBe('sold')
  expect(await shop.purchasesOf(buyer)).toMatchObject([{ state: 'owned' }])
  await refund(399)
  expect(await statusOf(beatId)).toBe('draft')
  expect(await reasonOf(beatId)).toBe('Its exclusive sale was refunded.')
  expect(await shop.purchasesOf(buyer)).toMatchObject([{ state: 'refunded' }])
})

test('an exclusive that is refunded while its item is taken down is a draft when it is back; others are sold again', async () => {
  const admin = await shop.admin()
  const [refunded, kept] = [await shop.addBeat(), await shop.addBeat()]
  for (const beatId of [refunded, kept]) {
    const { orderId: id } = await shop.buy([beatLine(beatId, 'EXCLUSIVE')], await shop.world.signUp())
    const params = { id: beatId }
    await admin.call('POST /admin/items/:id/take-down', { params, body: { reason: 'A claim came in.' } })
    const { lines } = await shop.orderAtDesk(admin, id)
    if (beatId === refunded) await shop.refund(admin, id, [{ id: lines[0]!.id, amount: 499 }])
    expect(await statusOf(beatId)).toBe('taken_down')
    await admin.call('POST /admin/items/:id/put-back', { params })
  }
  expect([await statusOf(refunded), await statusOf(kept)]).toEqual(['draft', 'sold'])
})
