import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { InputOf } from '#contract/caller.ts'
import type { CartItem } from '#contract/checkout.ts'
import { beatLine, createCheckout, type Checkout } from '#test/checkout.ts'
import { fileOf } from '#test/factories.ts'
import type { Person } from '#test/shop.ts'

let shop: Checkout
let seller: Person
let buyer: Person
beforeAll(async () => {
  shop = await createCheckout()
})
beforeEach(async () => {
  seller = await shop.world.signUp()
  buyer = await shop.world.signUp()
  await shop.world.app.db.updateTable('account').set({ plan: 'growth' }).where('id', '=', seller.id).execute()
})
afterAll(() => shop.world.close())

const addBeat = () => shop.addBeat({ ownerId: seller.id })
const kitFor = async (priceCents: number): Promise<CartItem> => ({
  type: 'kit',
  kitId: await shop.add({ ownerId: seller.id, kind: 'kit', priceCents, files: [fileOf('archive')] }),
})
const addDeal = (body: InputOf<'POST /me/deals'>['body']) => seller.call('POST /me/deals', { body })
const addCode = (body: InputOf<'POST /me/codes'>['body']) => seller.call('POST /me/codes', { body })
const totalsOf = async (items: CartItem[]) => (await shop.preview(items, buyer)).lines.map(({ total }) => total)
/** Buys the MP3 license of a beat. Answers a line that replaces it. */
async function upgradeOf(beatId: number) {
  await shop.buy([beatLine(beatId)], buyer)
  const [purchase] = await shop.purchasesOf(buyer)
  return beatLine(beatId, 'PREMIUM', purchase!.id)
}

test('an upgrade counts in no deal', async () => {
  const upgrade = await upgradeOf(await addBeat())
  await addDeal({ buy: 1, free: 1 })
  expect(await totalsOf([upgrade, await kitFor(1_000)])).toEqual([69.05, 10])
})

test('a beat that somebody else is buying exclusively counts in no deal', async () => {
  const beatId = await addBeat()
  const items = [beatLine(beatId), await kitFor(1_000)]
  await addDeal({ buy: 2, percent: 50 })
  expect(await totalsOf(items)).toEqual([14.97, 5])
  await shop.start([beatLine(beatId, 'EXCLUSIVE')])
  expect(await totalsOf(items)).toEqual([0, 10])
})

test('the minimum of a code counts the rest that an upgrade costs', async () => {
  const upgrade = await upgradeOf(await addBeat())
  for (const [code, minimum] of [
    ['FROM-69', 69.05],
    ['FROM-70', 69.06],
  ] as const)
    await addCode({ code, percent: 10, minimum })
  const answer = async (code: string) => (await shop.preview([upgrade], buyer, code)).codes[0]
  expect(await answer('FROM-69')).toMatchObject({ isUsed: true, amount: 6.91 })
  expect(await answer('FROM-70')).toMatchObject({ isUsed: false, amount: 0 })
})

test('the answer to a code counts what the code took, and nothing of a deal with the same number', async () => {
  let percent = 10
  let deal = await addDeal({ buy: 1, percent })
  let code = await addCode({ code: 'ONE-OFF', amount: 1 })
  while (deal.id !== code.id)
    if (deal.id < code.id) deal = await addDeal({ buy: 1, percent: ++percent }) // the newest one takes most
    else code = await addCode({ code: `ONE-OFF-${code.id}`, amount: 1 })
  const { total, codes } = await shop.preview([await kitFor(1_000)], buyer, code.code)
  expect(total).toBeCloseTo(10 - percent / 10 - 1)
  expect(codes).toMatchObject([{ isUsed: true, amount: 1, lines: [0] }])
})
