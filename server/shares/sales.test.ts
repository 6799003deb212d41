import { afterAll, beforeAll, expect, test } from 'vitest'
import { beatLine } from '#test/checkout.ts'
import { fileOf } from '#test/factories.ts'
import { promoted } from '#test/promotions.ts'
import { createSharedShop, type SharedShop } from '#test/shares.ts'
import type { Person } from '#test/shop.ts'

let shop: SharedShop
let admin: Person
beforeAll(async () => {
  shop = await createSharedShop()
  admin = await shop.admin()
})
afterAll(() => shop.world.close())

const db = () => shop.world.app.db
const figures = async (id: number) => (await shop.owner.call('GET /me/beats/:id', { params: { id } })).earnings
const lineOf = async (orderId: number) => (await shop.orderAtDesk(admin, orderId)).lines[0]!.id
/** The earnings of people beyond those that they had before. */
async function earnings(...people: Person[]) {
  const before = await Promise.all(people.map(shop.earned))
  return async () => {
    const now = await Promise.all(people.map(shop.earned))
    return now.map((amount, nth) => Math.round((amount - before[nth]!) * 100))
  }
}
const setPrice = (itemId: number, priceCents: number) =>
  db().updateTable('license').set({ priceCents }).where('itemId', '=', itemId).where('type', '=', 'MP3').execute()

test('a sale is credited by shares to the cent, the remainder to the owner, and everybody is told their part', async () => {
  const beat = await shop.addBeat({ title: 'Night Bus', slug: 'night-bus' })
  const [ada, ben] = await shop.people(2)
  await shop.share(beat, [ada!, 3_333], [ben!, 3_333])
  const earned = await earnings(shop.owner, ada!, ben!)
  const { orderId } = await shop.buy([beatLine(beat)], await shop.world.signUp())
  expect(await earned()).toEqual([999, 998, 998])
  expect(await figures(beat)).toBe(9.99)
  expect((await shop.owner.call('GET /me/stats', { query: { kinds: 'BEAT', item: beat } })).earnings).toBe(9.99)
  expect((await shop.splits(ada!)).shares).toMatchObject([{ earned: 9.98 }])
  expect(await shop.newsOf(ada!, 'night-bus')).toContainEqual(
    expect.objectContaining({ topic: 'sale', title: 'You earned a share', amount: 9.98 }),
  )
  expect(await shop.newsOf(shop.owner, 'night-bus')).toContainEqual(
    expect.objectContaining({ topic: 'sale', title: 'You made a sale', amount: 9.99 }),
  )
  expect(await shop.world.lastMailTo(ada!.email)).toMatchObject({
    subject: 'You earned a share of “Night Bus”',
    text: expect.stringContaining('$9.98 of $29.95'),
  })
  expect(await shop.world.lastMailTo(shop.owner.email)).toMatchObject({
    subject: 'You sold “Night Bus”',
    text: expect.stringContaining('You are credited your share.'),
  })
  const statement = await ada!.call('GET /me/statement', { query: {} })
  expect(statement).toMatchObject({
    items: [{ kind: 'sale', gross: 9.98, net: 9.98, description: 'Night Bus, 33.33% share' }],
    pending: 9.98,
  })
  expect(await shop.owner.call('GET /me/statement', { query: {} })).toMatchObject({
    items: [{ gross: 9.99, description: 'Night Bus, 33.34% share' }],
  })
  const fees = await Promise.all(
    [shop.owner, ada!, ben!].map(
      async (one) => (await one.call('GET /me/statement', { query: {} })).items[0]!.providerFee!,
    ),
  )
  expect(fees.reduce((sum, fee) => sum + fee, 0)).toBeCloseTo(1.17, 1)
  expect(await ada!.call('GET /me/payouts/summary')).toMatchObject({ pending: 9.98 })
  expect(await shop.sumOfAll()).toBeCloseTo(0)
  await shop.refund(admin, orderId, [{ id: await lineOf(orderId), amount: 29.95 }])
  expect(await earned()).toEqual([0, 0, 0])
  expect(await figures(beat)).toBe(0)
  expect((await shop.splits(ada!)).shares).toMatchObject([{ earned: 0 }])
  expect((await shop.newsOf(ada!, 'night-bus')).map(({ title }) => title)).toContain('A sale was refunded')
})

test('a promotion in the same order is shared with nobody', async () => {
  const beat = await shop.addBeat()
  const [ada, ben] = await shop.people(2)
  await shop.share(beat, [ada!, 5_000])
  const earned = await earnings(shop.owner, ada!)
  await shop.buy([promoted(await shop.addBeat({ ownerId: ben!.id })), beatLine(beat)], ben!)
  expect(await earned()).toEqual([1_498, 1_497])
})

test('partial refunds take every share back in proportion, and end at exactly nothing', async () => {
  const beat = await shop.addBeat()
  const people = await shop.people(3)
  await shop.share(beat, [people[0]!, 1], [people[1]!, 4_444], [people[2]!, 2_777])
  await setPrice(beat, 1_003)
  const earned = await earnings(shop.owner, ...people)
  const { orderId } = await shop.buy([beatLine(beat)], await shop.world.signUp())
  expect(await earned()).toEqual([280, 0, 445, 278]) // a hundredth of a percent of $10.03 is less than a cent
  const id = await lineOf(orderId)
  let left = 1_003
  for (const cents of [1, 7, 100, 333, 1, 200]) {
    await shop.refund(admin, orderId, [{ id, amount: cents / 100 }])
    left -= cents
    const now = await earned()
    expect(now.reduce((sum, one) => sum + one, 0)).toBe(left)
    expect(Math.min(...now)).toBeGreaterThanOrEqual(0)
    expect(Math.abs(now[2]! - (445 * left) / 1_003)).toBeLessThan(2)
    expect(await figures(beat)).toBe(now[0]! / 100) // the dashboard says what the ledger credited
  }
  await shop.refund(admin, orderId, [{ id, amount: left / 100 }])
  expect(await earned()).toEqual([0, 0, 0, 0])
  expect(await figures(beat)).toBe(0)
})

/** A beat of which somebody has one half is sold once. */
async function soldWithShare() {
  const beat = await shop.addBeat()
  const [ada] = await shop.people(1)
  await shop.share(beat, [ada!, 5_000])
  const earned = await earnings(shop.owner, ada!)
  const started = await shop.start([beatLine(beat)])
  await shop.payByCard(started)
  await shop.confirm(started)
  return { beat, earned, orderId: started.orderId, reference: started.sessionId! }
}

test('a dispute freezes everybody’s part; won, it comes back', async () => {
  const { beat, earned, reference } = await soldWithShare()
  expect(await earned()).toEqual([1_498, 1_497])
  await shop.dispute(admin, reference, 'open')
  expect(await earned()).toEqual([0, 0])
  await shop.dispute(admin, reference, 'won')
  expect(await earned()).toEqual([1_498, 1_497])
  expect(await figures(beat)).toBe(14.98)
})

test('a lost dispute takes everybody’s part', async () => {
  const { beat, earned, reference } = await soldWithShare()
  await shop.dispute(admin, reference, 'open', 'lost')
  expect(await earned()).toEqual([0, 0])
  expect(await figures(beat)).toBe(0)
  expect(await shop.sumOfAll()).toBeCloseTo(0)
})

test('after a lost dispute over a part, a refund takes the rest from everybody, and figures end at nothing', async () => {
  const { beat, earned, orderId, reference } = await soldWithShare()
  await shop.loseDispute(admin, reference, 2_000)
  expect(await earned()).toEqual([498, 497])
  const id = await lineOf(orderId)
  for (const amount of [5, 4.95]) await shop.refund(admin, orderId, [{ id, amount }])
  expect(await earned()).toEqual([0, 0])
  expect(await figures(beat)).toBe(0)
  expect(await shop.sumOfAll()).toBeCloseTo(0)
})

test('leaving and changing affect later sales only', async () => {
  const beat = await shop.addBeat()
  const [ada, ben] = await shop.people(2)
  const first = await shop.share(beat, [ada!, 4_000])
  const earned = await earnings(shop.owner, ada!, ben!)
  const buy = async () => shop.buy([beatLine(beat)], await shop.world.signUp())
  const { orderId } = await buy()
  expect(await earned()).toEqual([1_797, 1_198, 0])
  await shop.answer(ada!, first, 'leave')
  await buy()
  expect(await earned()).toEqual([1_797 + 2_995, 1_198, 0])
  await shop.share(beat, [ben!, 1_000])
  await buy()
  expect(await earned()).toEqual([1_797 + 2_995 + 2_696, 1_198, 299])
  await shop.refund(admin, orderId, [{ id: await lineOf(orderId), amount: 29.95 }]) // of the first sale
  expect(await earned()).toEqual([2_995 + 2_696, 0, 299])
})

test('an order that was begun before is credited by the shares at its payment', async () => {
  const beat = await shop.addBeat()
  const [ada] = await shop.people(1)
  const [one, other] = await shop.people(2)
  const early = await shop.start([beatLine(beat)], { buyer: one! })
  await shop.propose(beat, [[ada!, 5_000]])
  const earned = await earnings(shop.owner, ada!)
  await shop.payByCard(early)
  await shop.confirm(early, one) // what was offered is sold, although it waits meanwhile
  expect(await earned()).toEqual([2_995, 0])
  await shop.accept(ada!)
  const late = await shop.start([beatLine(beat)], { buyer: other! })
  await shop.owner.call('DELETE /me/items/:id/split', { params: { id: beat } })
  await shop.payByCard(late)
  await shop.confirm(late, other)
  expect(await earned()).toEqual([5_990, 0])
})

test('a pack has shares of its own, whatever its beats have', async () => {
  const beat = await shop.addBeat()
  const [ada, ben] = await shop.people(2)
  await shop.share(beat, [ada!, 5_000])
  const pack = await shop.add({
    kind: 'pack',
    files: [fileOf('archive')],
    licenses: [{ type: 'MP3', priceCents: 5_000 }],
  })
  await db()
    .insertInto('itemTrack')
    .values({ itemId: pack, position: 0, title: 'One', path: 'One.wav', beatId: beat })
    .execute()
  await shop.share(pack, [ben!, 2_000])
  const earned = await earnings(shop.owner, ada!, ben!)
  await shop.buy([{ type: 'pack', packId: pack, licenseType: 'MP3' }], await shop.world.signUp())
  expect(await earned()).toEqual([4_000, 0, 1_000])
})

test('shares are of what was paid: discounts shrink them, and a free sale earns nobody anything', async () => {
  const beat = await shop.addBeat()
  const [ada] = await shop.people(1)
  await shop.share(beat, [ada!, 5_000])
  await db().updateTable('account').set({ plan: 'growth' }).where('id', '=', shop.owner.id).execute()
  for (const [code, percent] of [
    ['HALF', 50],
    ['GIFT', 100],
  ] as const)
    await shop.owner.call('POST /me/codes', { body: { code, percent } })
  const earned = await earnings(shop.owner, ada!)
  await shop.buy([beatLine(beat)], await shop.world.signUp(), 'HALF')
  expect(await earned()).toEqual([749, 748])
  await shop.buy([beatLine(beat)], await shop.world.signUp(), 'GIFT')
  expect(await earned()).toEqual([749, 748])
  expect(await figures(beat)).toBe(7.49)
})

test('money of a sale about which something is open is held for everybody who earned it', async () => {
  const beat = await shop.addBeat()
  const [ada] = await shop.people(1)
  await shop.share(beat, [ada!, 5_000])
  const { orderId } = await shop.buy([beatLine(beat)], await shop.world.signUp())
  await db().updateTable('sandboxSetting').set({ refundsFail: true }).execute()
  await shop.refund(admin, orderId, [{ id: await lineOf(orderId), amount: 5 }])
  shop.world.passTime(4 * 24 * 60 * 60_000)
  const { email, password } = ada! // the session has ended meanwhile
  const fresh = await shop.world.guest('POST /auth/login', { body: { email, password } })
  const summary = await shop.world.clientFor(() => fresh.accessToken)('GET /me/payouts/summary')
  expect(summary).toMatchObject({ balance: 14.97, onHold: 14.97 })
  await db().updateTable('sandboxSetting').set({ refundsFail: false }).execute()
})
