import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { beatLine } from '#test/checkout.ts'
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
})
afterAll(() => shop.world.close())

const addBeat = (over: object = {}) => shop.addBeat({ ownerId: ann.id, title: 'Harmattan', ...over })
const stateOf = async (...items: Parameters<typeof promoted>[]) =>
  (
    await shop.preview(
      items.map((item) => promoted(...item)),
      ann,
    )
  ).lines.map(({ state, why }) => [state, why])

test('a promotion is a line of the one checkout, and begins when it is paid', async () => {
  const [beat, other] = [await addBeat(), await shop.addBeat()]
  const bought = [promoted(beat), { type: 'beat' as const, beatId: other, licenseType: 'MP3' as const }]
  const preview = await shop.preview(bought, ann)
  expect(preview).toMatchObject({ subtotal: 71.95, total: 71.95, lines: [{ state: 'available', price: 42 }, {}] })
  const { orderId } = await shop.buy(bought, ann)
  await shop.world.work()
  expect(await shop.newest(ann)).toMatchObject({
    title: 'Harmattan',
    kind: 'BEAT',
    itemId: beat,
    tier: 'premium',
    days: 14,
    status: 'active',
    guaranteed: 4_200,
    delivered: 0,
    expected: 0,
    price: 42,
    paid: 42,
    creditsUsed: 0,
    isRerun: false,
    canRerun: false,
    canCancel: true,
    endedAt: null,
  })
  const { startedAt, endsAt, lastsUntil } = await shop.newest(ann)
  expect(Date.parse(endsAt) - Date.parse(startedAt)).toBe(14 * DAY)
  expect(Date.parse(lastsUntil) - Date.parse(startedAt)).toBe(28 * DAY)
  const order = await ann.call('GET /purchases/order/:orderId', { params: { orderId } })
  expect(order).toMatchObject({
    purchases: [{ type: 'beat' }],
    services: [{ type: 'promotion', title: 'Promotion of Harmattan', label: 'Premium, 14 days', price: 42 }],
  })
  expect(await shop.mailsTo(ann)).toContain('receipt')
  expect((await shop.titlesOf(ann))[0]).toMatch(/^Your promotion of “Harmattan” has begun. .* 4,200 impressions/)
  expect(await shop.ledger()).not.toHaveProperty('earnings 1') // the house has no earnings of its own
  expect(await shop.sumOfAll()).toBe(0)
})

test('an order says what was taken off its promotions in the order in which it was taken off', async () => {
  await shop.putOn('growth', ann)
  await shop.giveCredits(500, ann)
  await shop.giveCredits(300, ann, 'referral')
  const { orderId } = await shop.buy([promoted(await addBeat()), promoted(await addBeat())], ann)
  const { adjustments } = await ann.call('GET /purchases/order/:orderId', { params: { orderId } })
  expect(adjustments).toEqual([
    { reason: 'Promo credits', amount: 5 },
    { reason: 'Referral credits', amount: 3 },
    { reason: 'Growth, 10% off', amount: 7.6 },
  ])
})

test('the discount of a plan is for promotions alone', async () => {
  await shop.putOn('growth', ann)
  const { lines } = await shop.preview([promoted(await addBeat()), beatLine(await shop.addBeat())], ann)
  expect(lines).toMatchObject([{ total: 37.8 }, { total: 29.95, adjustments: [] }])
})

test('a promoted item is marked, stands in the featured list, and its seller sees that it runs', async () => {
  const beat = await addBeat()
  expect(await shop.isMarked(beat)).toBe(false)
  const { id, endsAt } = await shop.promote([promoted(beat)], ann)
  expect(await shop.isMarked(beat)).toBe(true)
  const { items } = await ann.call('GET /me/beats', { query: { status: 'published' } })
  expect(items).toMatchObject([{ id: beat, promotion: { id, tier: 'premium', isPaused: false, endsAt } }])
  const featured = await shop.world.guest('GET /beats/featured', { query: { limit: 100 } })
  expect(featured.items.find((item) => item.id === beat)).toMatchObject({ featured: true, promoted: true })
  await shop.cancel(id, ann)
  expect(await shop.isMarked(beat)).toBe(false)
  expect((await ann.call('GET /me/beats', { query: {} })).items[0]).toMatchObject({ promotion: null })
})

test('only own items on sale can be promoted, each once at a time', async () => {
  const [beat, running, paused] = [await addBeat(), await addBeat(), await addBeat({ status: 'paused' })]
  const strange = await shop.addBeat()
  await shop.promote([promoted(running)], ann)
  expect(await stateOf([strange], [999_999], [beat, { targetType: 'KIT' }])).toEqual([
    ['gone', 'You can promote your own items only.'],
    ['gone', 'You can promote your own items only.'],
    ['gone', 'You can promote your own items only.'],
  ])
  expect(await stateOf([paused], [running], [beat], [beat, { days: 3 }])).toEqual([
    ['gone', 'Only items on sale can be promoted.'],
    ['owned', expect.stringMatching(/^This item is promoted already, until /)],
    ['available', null],
    ['owned', 'Your cart has another promotion of this item.'],
  ])
  await shop.setItem(running, 'paused')
  expect(await stateOf([running])).toEqual([['owned', 'This item is promoted already.']]) // it waits, and has no end yet
  const guest = await shop.world.guest('POST /checkout/preview', { body: { items: [promoted(beat)] } })
  expect(guest.lines).toMatchObject([{ state: 'gone', why: 'Sign in to promote your items.' }])
  for (const id of [strange, paused, running])
    await expect(shop.start([promoted(id)], { buyer: ann, total: 42 })).rejects.toMatchObject({
      status: 409,
      error: 'cart_changed',
    })
})

test('an item that was refused in review can’t be promoted, and the answer says why it was refused', async () => {
  const beat = await addBeat()
  await shop.world.app.db
    .updateTable('item')
    .set({ status: 'rejected', statusReason: 'The melody is a sample.' })
    .where('id', '=', beat)
    .execute()
  const why = 'It was refused in review (“The melody is a sample.”). Only items on sale can be promoted.'
  expect(await stateOf([beat])).toEqual([['gone', why]])
  await expect(shop.start([promoted(beat)], { buyer: ann, total: 42 })).rejects.toMatchObject({
    status: 409,
    error: 'cart_changed',
    details: { lines: [{ state: 'gone', why }] },
  })
})

test('an item that waits for people who share it can be promoted when they have accepted', async () => {
  const [beat, friend] = [await addBeat(), await shop.world.signUp()]
  await proposeShares(ann, beat, [[friend, 1_000]])
  expect(await stateOf([beat])).toEqual([
    ['gone', 'This item can’t be bought until everybody has accepted a share in it, so it can’t be promoted.'],
  ])
  await expect(shop.start([promoted(beat)], { buyer: ann, total: 42 })).rejects.toMatchObject({ error: 'cart_changed' })
  await acceptShare(friend)
  expect(await stateOf([beat])).toEqual([['available', null]])
})

test('tiers and days that there are not are refused with a sentence', async () => {
  const beat = await addBeat()
  for (const over of [{ days: 1 }, { days: 15 }, { tier: 'mega' }, { creditsUsed: -1 }, { targetType: 'SONG' }]) {
    const items = [promoted(beat, over as object)]
    await expect(shop.preview(items, ann)).rejects.toMatchObject({ status: 400 })
    await expect(shop.start(items, { buyer: ann, total: 42 })).rejects.toMatchObject({ status: 400 })
  }
  const { days: _, ...without } = promoted(beat)
  await expect(shop.preview([without as never], ann)).rejects.toMatchObject({ status: 400 })
})

test('packs and kits are promoted, too, several in one cart', async () => {
  const kit = await shop.add({ ownerId: ann.id, kind: 'kit', title: 'Log Drums', priceCents: 1_900 })
  const pack = await shop.add({ ownerId: ann.id, kind: 'pack', title: 'Bundle' })
  await shop.promote(
    [promoted(kit, { targetType: 'KIT', tier: 'standard', days: 7 }), promoted(pack, { targetType: 'PACK', days: 3 })],
    ann,
  )
  expect(await shop.promotionsOf(ann)).toMatchObject([
    { kind: 'PACK', guaranteed: 900, price: 9 },
    { kind: 'KIT', guaranteed: 872, price: 10.5 },
  ])
})

test('credits count before the plan’s discount, and the guarantee stays whole', async () => {
  const [first, second] = [await addBeat(), await addBeat()]
  await shop.putOn('growth', ann)
  await shop.giveCredits(10_00, ann)
  await shop.giveCredits(20_00, ann, 'referral')
  const items = [promoted(first), promoted(second)]
  const preview = await shop.preview(items, ann)
  expect(preview).toMatchObject({
    subtotal: 84,
    total: 48.6,
    lines: [
      {
        total: 10.8,
        adjustments: [
          { kind: 'credit', reason: 'Promo credits', amount: 10 },
          { kind: 'credit', reason: 'Referral credits', amount: 20 },
          { kind: 'plan', reason: 'Growth, 10% off', amount: 1.2 },
        ],
      },
      { total: 37.8, adjustments: [{ kind: 'plan', amount: 4.2 }] },
    ],
  })
  await shop.promote(items, ann)
  expect(await shop.promotionsOf(ann)).toMatchObject([
    { guaranteed: 4_200, paid: 37.8, creditsUsed: 0 },
    { guaranteed: 4_200, paid: 10.8, creditsUsed: 30 },
  ])
  expect(await ann.call('GET /me')).toMatchObject({ promoCredits: 0, referralCredits: 0 })
})

test('a cart line says how many credits it takes at most', async () => {
  const beat = await addBeat()
  await shop.giveCredits(10_00, ann)
  const totals = []
  for (const creditsUsed of [0, 2.5, 99])
    totals.push((await shop.preview([promoted(beat, { creditsUsed })], ann)).total)
  expect(totals).toEqual([42, 39.5, 32])
})

test('a promotion that credits pay alone is a free order, and codes take nothing off', async () => {
  const beat = await addBeat()
  await shop.giveCredits(50_00, ann)
  const item = promoted(beat)
  expect(await shop.preview([item], ann, 'SUMMER')).toMatchObject({ total: 0, codes: [{ isUsed: false }] })
  expect(await shop.start([item], { buyer: ann })).toMatchObject({ state: 'paid' })
  expect(await shop.newest(ann)).toMatchObject({ status: 'active', paid: 0, creditsUsed: 42, guaranteed: 4_200 })
  expect(await ann.call('GET /me')).toMatchObject({ promoCredits: 8 })
})

test('a promotion of an item that went off sale meanwhile is refunded by itself; one that is paused waits', async () => {
  const [gone, waits] = [await addBeat(), await addBeat()]
  const lost = await shop.start([promoted(gone)], { buyer: ann })
  await shop.setItem(gone, 'taken_down')
  await shop.payByCard(lost)
  expect(await shop.confirm(lost, ann)).toMatchObject({
    state: 'paid',
    refused: [{ title: 'Promotion of Harmattan', reason: 'This item went off sale before it could be promoted.' }],
  })
  await shop.pass(0)
  expect(await shop.promotionsOf(ann)).toEqual([])
  expect((await shop.world.app.db.selectFrom('refund').selectAll().execute()).map(({ cents }) => cents)).toContain(
    4_200,
  )

  const kept = await shop.start([promoted(waits)], { buyer: ann })
  await shop.setItem(waits, 'paused')
  await shop.payByCard(kept)
  await shop.confirm(kept, ann)
  await shop.pass(0)
  expect(await shop.newest(ann)).toMatchObject({ status: 'paused', pausedFor: 'Its item is off sale.' })
})

test('a promotion of somebody who was banned before the payment arrived is refunded, and is no credits', async () => {
  const banned = await shop.world.signUp()
  const started = await shop.start([promoted(await addBeat({ ownerId: banned.id }))], { buyer: banned })
  await shop.payByCard(started)
  const admin = await shop.admin()
  const body = { category: 'abuse', reason: 'Threats.' } as const
  await admin.call('POST /admin/people/:id/ban', { params: { id: banned.id }, body })
  expect(await shop.confirm(started, banned)).toMatchObject({
    refused: [{ reason: 'Your account was banned before your payment arrived.' }],
  })
  await shop.pass(0)
  expect(await shop.orderAtDesk(admin, started.orderId)).toMatchObject({ state: 'refunded' })
  expect(await shop.creditsOf(banned)).toBe(0)
})
