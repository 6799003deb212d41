import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CartItem } from '#contract/checkout.ts'
import { setState } from '#server/items/index.ts'
import { beatLine, createCheckout, type Checkout } from '#test/checkout.ts'
import { fileOf, inTransaction } from '#test/factories.ts'
import type { Person } from '#test/shop.ts'

let shop: Checkout
let buyer: Person
beforeAll(async () => {
  shop = await createCheckout()
  buyer = await shop.world.signUp()
})
afterAll(() => shop.world.close())

const db = () => shop.world.app.db
const files = (...roles: Parameters<typeof fileOf>[0][]) => roles.map((role) => fileOf(role))
const newest = async () => (await shop.purchasesOf(buyer)).at(-1)!.id
const upgradesOf = async (id: number) => {
  const { upgrades } = await buyer.call('GET /library/:id', { params: { id } })
  return upgrades.map(({ licenseName, price, toPay, adds }) => [licenseName, price, toPay, adds])
}
const bought = async (item: CartItem) => {
  await shop.buy([item], buyer)
  return newest()
}

test('higher licenses cost the difference to what was paid, and name the formats that they add', async () => {
  const beatId = await shop.addBeat({ files: files('master', 'mp3', 'stems', 'project') })
  const id = await bought(beatLine(beatId))
  expect(await upgradesOf(id)).toEqual([
    ['WAV Lease', 44.95, 15, ['wav']],
    ['Premium (WAV + Stems)', 99, 69.05, ['wav', 'stems']],
    ['Exclusive Rights', 499, 469.05, ['wav', 'stems', 'project']],
  ])
  const higher = await bought(beatLine(beatId, 'WAV', id))
  expect(await upgradesOf(higher)).toEqual([
    ['Premium (WAV + Stems)', 99, 54.05, ['stems']],
    ['Exclusive Rights', 499, 454.05, ['stems', 'project']],
  ])
  expect(await upgradesOf(id)).toEqual([])
})

test('a higher license that has become cheaper than the lower one was costs nothing', async () => {
  const beatId = await shop.addBeat({ files: files('master', 'mp3') })
  const id = await bought(beatLine(beatId))
  await db()
    .updateTable('license')
    .set({ priceCents: 1_000 })
    .where('itemId', '=', beatId)
    .where('type', '=', 'WAV')
    .execute()
  expect((await upgradesOf(id))[0]).toEqual(['WAV Lease', 10, 0, ['wav']])
  const { orderId, state } = await shop.buy([beatLine(beatId, 'WAV', id)], buyer)
  expect(state).toBe('paid')
  expect(await shop.orderOf(orderId)).toMatchObject({ subtotalCents: 1_000, totalCents: 0 })
})

test('a pack has upgrades, too', async () => {
  const packId = await shop.add({
    kind: 'pack',
    files: files('archive'),
    licenses: [
      { type: 'MP3', priceCents: 5_000 },
      { type: 'WAV', priceCents: 7_000 },
    ],
  })
  const id = await bought({ type: 'pack', packId, licenseType: 'MP3' })
  expect(await upgradesOf(id)).toEqual([['WAV Lease', 70, 20, []]])
})

test('a master that is an MP3 adds no WAV', async () => {
  const licenses = [
    { type: 'MP3' as const, priceCents: 5_000 },
    { type: 'EXCLUSIVE' as const, priceCents: 50_000 },
  ]
  const master = fileOf('master', { mediaType: 'audio/mpeg' })
  const beatId = await shop.addBeat({ files: [master, ...files('stems')], licenses })
  expect(await upgradesOf(await bought(beatLine(beatId)))).toEqual([['Exclusive Rights', 500, 450, ['stems']]])
})

test('kits, licenses that are not owned any more, and items that left the shop have no upgrades', async () => {
  expect(await upgradesOf(await bought({ type: 'kit', kitId: await shop.addKit() }))).toEqual([])
  const [beatId, other] = [await shop.addBeat(), await shop.addBeat()]
  const admin = await shop.admin()
  const { orderId } = await shop.buy([beatLine(beatId)], buyer)
  const refunded = await newest()
  const { lines } = await shop.orderAtDesk(admin, orderId)
  await shop.refund(admin, orderId, [{ id: lines[0]!.id, amount: 29.95 }])
  expect(await upgradesOf(refunded)).toEqual([])
  const gone = await bought(beatLine(other))
  await inTransaction(db(), (tx) => setState(tx, other, 'paused', { now: shop.world.app.clock.now() }))
  expect(await upgradesOf(gone)).toEqual([])
})
