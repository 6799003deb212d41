import { afterAll, beforeAll, expect, test } from 'vitest'
import type { InputOf } from '#contract/caller.ts'
import type { CartItem } from '#contract/checkout.ts'
import type { AdjustedLine } from '#server/checkout/index.ts'
import { setState } from '#server/items/index.ts'
import { beatLine, createCheckout, kitLine, type Checkout } from '#test/checkout.ts'
import { fileOf, inTransaction } from '#test/factories.ts'
import type { Person } from '#test/shop.ts'
import { codeAdjuster, dealAdjuster } from './index.ts'

let shop: Checkout
let seller: Person
beforeAll(async () => {
  shop = await createCheckout()
})
afterAll(() => shop.world.close())

const DAY = 24 * 60 * 60 * 1000
const db = () => shop.world.app.db
const setPlan = ({ id }: Person, plan: 'free' | 'growth') =>
  db().updateTable('account').set({ plan }).where('id', '=', id).execute()
const newSeller = async () => {
  seller = await shop.world.signUp()
  await setPlan(seller, 'growth')
}
const addBeat = () => shop.addBeat({ ownerId: seller.id })
const addKit = (priceCents: number) =>
  shop.add({ ownerId: seller.id, kind: 'kit', priceCents, files: [fileOf('archive')] })
const addDeal = (body: InputOf<'POST /me/deals'>['body'], by = seller) => by.call('POST /me/deals', { body })
const change = (id: number, state: 'active' | 'paused' | 'ended', by = seller) =>
  by.call('PATCH /me/deals/:id', { params: { id }, body: { state } })
const dealOf = async (id: number) => (await seller.call('GET /me/discounts')).deals.find((deal) => deal.id === id)!
const totalsOf = async (items: CartItem[]) => (await shop.preview(items)).lines.map(({ total }) => total)

test('with buy 2, get 1 the cheapest of three is free, line by line', async () => {
  await newSeller()
  const items = [beatLine(await addBeat()), kitLine(await addKit(1_000)), beatLine(await addBeat(), 'WAV')]
  expect(await addDeal({ buy: 2, free: 1 })).toMatchObject({ buy: 2, free: 1, percent: null, items: null })
  expect(await totalsOf(items.slice(0, 2))).toEqual([29.95, 10])
  const { lines, total } = await shop.preview(items)
  expect(lines[1]).toMatchObject({
    price: 10,
    total: 0,
    adjustments: [{ kind: 'deal', reason: 'Buy 2, get 1 free', amount: 10 }],
  })
  expect(total).toBe(74.9)
  const { orderId } = await shop.buy(items, await shop.world.signUp())
  expect(await dealOf(1)).toMatchObject({ uses: 1, given: 10 })
  expect(await shop.orderOf(orderId)).toMatchObject({ totalCents: 7_490 })
})

test('a deal may take percent off, for chosen items or one license', async () => {
  await newSeller()
  const [first, second, third] = [await addBeat(), await addBeat(), await addBeat()]
  const deal = await addDeal({ buy: 2, percent: 50, itemIds: [first, second], licenseType: 'WAV' })
  expect(deal).toMatchObject({ percent: 50, free: null, licenseType: 'WAV', items: [{ id: first }, { id: second }] })
  const of = (...ids: number[]) => ids.map((id) => beatLine(id, 'WAV'))
  expect(await totalsOf(of(first, third))).toEqual([44.95, 44.95])
  expect(await totalsOf([beatLine(first), beatLine(second, 'WAV')])).toEqual([29.95, 44.95])
  expect(await totalsOf(of(first, second, third))).toEqual([22.47, 22.47, 44.95])
})

test('the best deal of a seller counts, and a code takes from what it leaves', async () => {
  await newSeller()
  const items = [kitLine(await addKit(1_000)), kitLine(await addKit(3_000))]
  await addDeal({ buy: 1, free: 1 })
  const half = await addDeal({ buy: 2, percent: 50 })
  expect(await totalsOf(items)).toEqual([5, 15])
  await change(half.id, 'paused')
  expect(await totalsOf(items)).toEqual([0, 30])
  await seller.call('POST /me/codes', { body: { code: 'AFTER-THE-DEAL', percent: 10 } })
  expect(await shop.preview(items, shop.fan, 'after-the-deal')).toMatchObject({ total: 27, codes: [{ amount: 3 }] })
})

test('deals of two sellers count side by side, each for the own items', async () => {
  await newSeller()
  const items = [kitLine(await addKit(1_000)), kitLine(await addKit(3_000))]
  await addDeal({ buy: 2, percent: 50 })
  await newSeller()
  items.push(kitLine(await addKit(2_000)))
  await addDeal({ buy: 1, percent: 10 })
  expect(await totalsOf(items)).toEqual([5, 15, 18])
})

test('a deal counts on its days, while its seller’s plan brings it, and never again after its end', async () => {
  await newSeller()
  const items = [kitLine(await addKit(1_000)), kitLine(await addKit(1_000))]
  const { id } = await addDeal({ buy: 1, free: 1 })
  const setTimes = (startsIn: number, endsIn: number) => {
    const at = (ms: number) => new Date(shop.world.app.clock.now().getTime() + ms)
    return db()
      .updateTable('deal')
      .set({ startsAt: at(startsIn), endsAt: at(endsIn) })
      .where('id', '=', id)
      .execute()
  }
  expect(await totalsOf(items)).toEqual([0, 10])
  await setTimes(DAY, 2 * DAY)
  expect([await totalsOf(items), (await dealOf(id)).status]).toEqual([[10, 10], 'later'])
  await setTimes(-DAY, -1)
  expect([await totalsOf(items), (await dealOf(id)).status]).toEqual([[10, 10], 'ended'])
  await setTimes(0, DAY)
  expect(await totalsOf(items)).toEqual([0, 10])
  await setPlan(seller, 'free')
  expect(await totalsOf(items)).toEqual([10, 10])
  await setPlan(seller, 'growth')
  await change(id, 'ended')
  expect(await totalsOf(items)).toEqual([10, 10])
  await expect(change(id, 'active')).rejects.toMatchObject({ status: 409, error: 'ended' })
})

test('an item shows the deals that count for it now', async () => {
  await newSeller()
  const [beat, kit] = [await addBeat(), await addKit(1_000)]
  const dealsOf = (id: number) => shop.world.guest('GET /items/:id/deals', { params: { id } })
  await addDeal({ buy: 2, free: 1 })
  await addDeal({ buy: 3, percent: 20, licenseType: 'WAV', itemIds: [beat, kit] })
  const paused = await addDeal({ buy: 4, free: 1 })
  await change(paused.id, 'paused')
  const all = { text: 'Buy 2, get 1 free', licenseType: null, isForAll: true }
  expect(await dealsOf(beat)).toEqual([all, { text: 'Buy 3 or more, 20% off', licenseType: 'WAV', isForAll: false }])
  expect(await dealsOf(kit)).toEqual([all])
  expect(await dealsOf(987_654)).toEqual([])
})

test('deals are made with sensible values only, and by their own seller', async () => {
  await newSeller()
  const { id } = await addDeal({ buy: 2, free: 1 })
  await expect(change(id, 'ended', shop.fan)).rejects.toMatchObject({ status: 404 })
  await expect(addDeal({ buy: 2, free: 1 }, shop.fan)).rejects.toMatchObject({ status: 403, error: 'needs_plan' })
  const fault = { status: 400, fields: { free: 'Give either a number of free items or percent.' } }
  await expect(addDeal({ buy: 2 })).rejects.toMatchObject(fault)
  await expect(addDeal({ buy: 2, free: 1, percent: 10 })).rejects.toMatchObject(fault)
  for (const wrong of [
    { buy: 0, free: 1 },
    { buy: 21, free: 1 },
    { buy: 2, free: 0 },
    { buy: 2, percent: 101 },
  ])
    await expect(addDeal(wrong)).rejects.toMatchObject({ status: 400 })
  for (let each = 1; each < 50; each++) await addDeal({ buy: 2, free: 1 })
  await expect(addDeal({ buy: 2, free: 1 })).rejects.toMatchObject({ status: 409, error: 'too_many_deals' })
})

test('a line that is no item, such as a plan, is in no deal and under no code', async () => {
  await newSeller()
  await addDeal({ buy: 1, percent: 100 })
  const { code } = await seller.call('POST /me/codes', { body: { code: 'NOT-FOR-PLANS', percent: 100 } })
  const plan: AdjustedLine = {
    id: '0',
    kind: 'kit',
    itemId: null,
    sellerId: seller.id,
    licenseType: null,
    cents: 1_000,
    isUpgrade: false,
    credits: 0,
  }
  const cart = { lines: [plan], buyer: null, now: new Date(), typed: [code] }
  expect(await dealAdjuster.adjust(db(), cart)).toEqual({ places: [] })
  expect(await codeAdjuster.adjust(db(), cart)).toMatchObject({
    places: [],
    typed: [{ why: 'This code is for nothing in your cart.' }],
  })
})

test('a lost dispute takes what a deal gave for nothing, too', async () => {
  await newSeller()
  await addDeal({ buy: 1, free: 1 })
  const buyer = await shop.world.signUp()
  const desk = await shop.admin()
  const gift = await shop.add({ kind: 'kit', priceCents: 0, files: [fileOf('archive')] })
  const started = await shop.start([kitLine(await addKit(1_000)), kitLine(await addKit(3_000)), kitLine(gift)], {
    buyer,
  })
  await shop.payByCard(started)
  await shop.confirm(started, buyer)
  await shop.dispute(desk, started.sessionId!, 'open', 'lost')
  const purchases = await shop.purchasesOf(buyer)
  expect(purchases.map(({ itemId, state }) => [itemId === gift, state])).toEqual([
    [false, 'refunded'],
    [false, 'refunded'],
    [true, 'owned'],
  ])
})

test('what a deal gave for nothing goes with the last paid line of its seller', async () => {
  await newSeller()
  await addDeal({ buy: 2, free: 1 })
  const buyer = await shop.world.signUp()
  const admin = await shop.admin()
  const gift = await addKit(1_000)
  const items = [kitLine(gift), kitLine(await addKit(2_000)), kitLine(await addKit(3_000))]
  const other = kitLine(await shop.addKit(4_000))
  const { orderId } = await shop.buy([...items, other], buyer)
  const { lines } = await shop.orderAtDesk(admin, orderId)
  const statesAfter = async (nth: number) => {
    await shop.refund(admin, orderId, [{ id: lines[nth]!.id, amount: lines[nth]!.total }])
    return (await shop.purchasesOf(buyer)).map(({ state }) => state)
  }
  expect(await statesAfter(1)).toEqual(['owned', 'refunded', 'owned', 'owned'])
  expect(await statesAfter(2)).toEqual(['refunded', 'refunded', 'refunded', 'owned'])
  const { title } = lines[0]!
  expect((await shop.world.lastMailTo(buyer.email)).text).toContain(`${title}, Kit: it was free with this`)
  const { content } = await buyer.call('GET /notifications/unread', { query: {} })
  expect(content.map(({ message }) => message)).toContain(
    `Kit of “${title}” was free with what was refunded, so it went back, too.`,
  )
  expect(await statesAfter(3)).toEqual(['refunded', 'refunded', 'refunded', 'refunded'])
  const sales = await db().selectFrom('itemStat').where('itemId', '=', gift).select('sales').execute()
  expect(sales).toEqual([{ sales: 0 }])
})

test('a free item that could not be given is not called given back', async () => {
  await newSeller()
  await addDeal({ buy: 2, free: 1 })
  const [buyer, admin] = [await shop.world.signUp(), await shop.admin()]
  const gift = await addKit(1_000)
  const items = [kitLine(gift), kitLine(await addKit(2_000)), kitLine(await addKit(3_000))]
  const started = await shop.start(items, { buyer })
  await shop.payByCard(started)
  await inTransaction(db(), (tx) => setState(tx, gift, 'taken_down', { now: new Date(), reason: 'Stolen' }))
  expect((await shop.confirm(started, buyer)).refused).toMatchObject([
    { reason: expect.stringContaining('taken down') },
  ])
  const { lines } = await shop.orderAtDesk(admin, started.orderId)
  await shop.refund(
    admin,
    started.orderId,
    lines.slice(1).map(({ id, total }) => ({ id, amount: total })),
  )
  const { text } = await shop.world.lastMailTo(buyer.email)
  expect(text).toContain(lines[1]!.title)
  expect(text).not.toContain('it was free with this')
})

test('a higher license that was paid in full stays when the one before it, which a deal gave for nothing, goes back', async () => {
  await newSeller()
  const { id: deal } = await addDeal({ buy: 1, free: 1 })
  const [buyer, admin] = [await shop.world.signUp(), await shop.admin()]
  const gift = await addBeat()
  const { orderId } = await shop.buy([beatLine(gift), kitLine(await addKit(5_000))], buyer)
  await change(deal, 'ended')
  const given = (await shop.purchasesOf(buyer)).find(({ itemId }) => itemId === gift)!
  expect(given.cents).toBe(0)
  await shop.buy([beatLine(gift, 'WAV', given.id)], buyer)
  const { lines } = await shop.orderAtDesk(admin, orderId)
  await shop.refund(admin, orderId, [{ id: lines[1]!.id, amount: 50 }])
  const after = (await shop.purchasesOf(buyer)).map(({ state, cents }) => [state, cents])
  expect(after).toEqual([
    ['refunded', 0],
    ['refunded', 5_000],
    ['owned', 4_495],
  ])
})

test('a line that a code paid stays when another line of its seller, in the same deal, goes back', async () => {
  await newSeller()
  await addDeal({ buy: 2, percent: 10 })
  const [buyer, admin] = [await shop.world.signUp(), await shop.admin()]
  const gift = await addKit(1_000)
  await seller.call('POST /me/codes', { body: { code: 'ALL-OF-ONE-KIT', percent: 100, itemIds: [gift] } })
  const { orderId } = await shop.buy([kitLine(gift), kitLine(await addKit(2_000))], buyer, 'ALL-OF-ONE-KIT')
  const { lines } = await shop.orderAtDesk(admin, orderId)
  await shop.refund(admin, orderId, [{ id: lines[1]!.id, amount: 18 }])
  expect((await shop.purchasesOf(buyer)).map(({ state }) => state)).toEqual(['owned', 'refunded'])
})
