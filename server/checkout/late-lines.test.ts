import { afterAll, beforeAll, expect, test } from 'vitest'
import { addFiles, setState } from '#server/items/index.ts'
import { untilBlocked } from '#test/blocked.ts'
import { beatLine, createCheckout, type Checkout } from '#test/checkout.ts'
import { fileOf, inTransaction } from '#test/factories.ts'

let shop: Checkout
beforeAll(async () => {
  shop = await createCheckout()
})
afterAll(() => shop.world.close())

const db = () => shop.world.app.db
const refundsOf = (orderId: number) =>
  db().selectFrom('refund').where('orderId', '=', orderId).select(['state', 'cents']).execute()
const takeDown = (id: number) =>
  inTransaction(db(), (tx) => setState(tx, id, 'taken_down', { now: shop.world.app.clock.now(), reason: 'Copied' }))

test('lines that were taken down before their payment came are refunded alone, and free ones not at all', async () => {
  const [gone, kitId, kept] = [await shop.addBeat({ title: 'Night Bus' }), await shop.addKit(0), await shop.addBeat()]
  const buyer = await shop.world.signUp()
  const [earned, house] = [await shop.earnings(), (await shop.ledger())['house'] ?? 0]
  const started = await shop.start([beatLine(gone), { type: 'kit', kitId }, beatLine(kept)], { buyer })
  await shop.payByCard(started)
  for (const id of [gone, kitId]) await takeDown(id)
  const reason = 'It was taken down before your payment arrived.'
  expect(await shop.confirm(started, buyer)).toMatchObject({
    state: 'paid',
    refused: [{ title: 'Night Bus', reason }, { reason }],
  })
  expect(await shop.purchasesOf(buyer)).toMatchObject([{ itemId: kept, state: 'owned' }])
  const { sales } = await db()
    .selectFrom('itemStat')
    .where('itemId', '=', gone)
    .select('sales')
    .executeTakeFirstOrThrow()
  expect(sales).toBe(0)
  expect((await shop.ledger())['house']).toBeCloseTo(house + 29.95)
  const { text } = await shop.world.lastMailTo(buyer.email)
  expect(text).toContain('It is in your library now.')
  expect(text).toContain(`“Night Bus” could not be delivered. ${reason} Your $29.95 for it is on its way back to you.`)
  expect(text).not.toContain('$0.00 for it')
  await shop.world.takeDue()
  expect(await refundsOf(started.orderId)).toEqual([{ state: 'done', cents: 2_995 }])
  expect(await shop.earnings()).toBeCloseTo(earned + 29.95)
  expect((await shop.ledger())['house']).toBeCloseTo(house)
  expect(await shop.sumOfAll()).toBeCloseTo(0)
})

test('an upgrade is refunded if the license that it replaces was refunded before', async () => {
  const beatId = await shop.addBeat()
  const buyer = await shop.world.signUp()
  const lower = await shop.buy([beatLine(beatId)], buyer)
  const [owned] = await shop.purchasesOf(buyer)
  const started = await shop.start([beatLine(beatId, 'WAV', owned!.id)], { buyer })
  const admin = await shop.admin()
  const { lines } = await shop.orderAtDesk(admin, lower.orderId)
  await shop.refund(admin, lower.orderId, [{ id: lines[0]!.id, amount: 29.95 }])
  await shop.payByCard(started)
  expect(await shop.confirm(started, buyer)).toMatchObject({
    refused: [{ reason: 'The license that it replaces is not yours any more.' }],
  })
  expect((await shop.world.lastMailTo(buyer.email)).text).not.toContain('in your library now') // nothing of it was delivered
  await shop.world.takeDue()
  expect(await refundsOf(started.orderId)).toEqual([{ state: 'done', cents: 1_500 }])
  expect(await shop.purchasesOf(buyer)).toMatchObject([{ licenseType: 'MP3', state: 'refunded' }])
})

test('two starts at once give a free kit once', async () => {
  const kitId = await shop.addKit(0)
  const buyer = await shop.world.signUp()
  const start = (key: string) => shop.start([{ type: 'kit', kitId }], { buyer, key, total: 0 })
  const { starting } = await db()
    .transaction()
    .execute(async (tx) => {
      await tx.selectFrom('account').where('id', '=', buyer.id).select('id').forUpdate().execute()
      const starting = Promise.allSettled([start('first-of-two'), start('second-of-two')])
      await untilBlocked(db(), 2) // both have seen a kit that the buyer does not have
      return { starting }
    })
  expect(await starting).toMatchObject([{ value: { state: 'paid' } }, { value: { state: 'paid' } }])
  expect(await shop.purchasesOf(buyer)).toHaveLength(1)
  const lines = await db()
    .selectFrom('orderLine')
    .where('itemId', '=', kitId)
    .select(['orderId', 'state', 'refusal'])
    .orderBy('state')
    .execute()
  expect(lines).toMatchObject([
    { state: 'granted', refusal: null },
    { state: 'refused', refusal: 'You have this license already.' },
  ])
  expect(await refundsOf(lines[1]!.orderId)).toEqual([])
})

test('a license whose files are gone before its payment came is refunded, and one that its seller has only switched off is not', async () => {
  const [replaced, off] = [await shop.addBeat(), await shop.addBeat()]
  const buyer = await shop.world.signUp()
  const started = await shop.start([beatLine(replaced, 'WAV'), beatLine(replaced), beatLine(off, 'WAV')], { buyer })
  await shop.payByCard(started)
  const asMp3 = fileOf('master', { mediaType: 'audio/mpeg' })
  await inTransaction(db(), (tx) => addFiles(tx, replaced, [asMp3], shop.world.app.clock.now()))
  await db().updateTable('license').set({ enabled: false }).where('itemId', '=', off).execute()
  expect(await shop.confirm(started, buyer)).toMatchObject({
    state: 'paid',
    refused: [{ reason: expect.stringContaining('Its files were replaced') }],
  })
  expect(await shop.purchasesOf(buyer)).toMatchObject([
    { itemId: replaced, licenseType: 'MP3' },
    { itemId: off, licenseType: 'WAV' },
  ])
  await shop.world.takeDue()
  expect(await refundsOf(started.orderId)).toEqual([{ state: 'done', cents: 4_495 }])
})
