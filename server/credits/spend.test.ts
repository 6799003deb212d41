import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CartItem } from '#contract/checkout.ts'
import { sendRefund, settle, livePayment, startCheckout, type Adjuster, type LineKind } from '#server/checkout/index.ts'
import { creditsOf, post, type CreditUnit } from '#server/ledger/index.ts'
import { dollars } from '#server/money.ts'
import { problemWatch } from '#server/problems/index.ts'
import { goods } from '#server/shop-lines.ts'
import { beatLine, createCheckout, type Checkout } from '#test/checkout.ts'
import { inTransaction } from '#test/factories.ts'
import type { Person } from '#test/shop.ts'
import { creditAdjuster, grantCredits } from './index.ts'

let shop: Checkout
beforeAll(async () => {
  shop = await createCheckout()
})
afterAll(() => shop.world.close())

const app = () => shop.world.app
/** Kits of this shop take credits, up to so many cents each. */
const taking = (credits: number) => {
  const { kit } = goods.kinds
  const offers: LineKind['offers'] = async (db, items, buyer) =>
    (await kit.offers(db, items, buyer)).map((offer) => (offer.state === 'available' ? { ...offer, credits } : offer))
  return { app: app(), ...goods, watch: problemWatch, kinds: { ...goods.kinds, kit: { ...kit, offers } } }
}
let given = 0
const give = (owner: number, cents: number, unit: CreditUnit = 'promo') =>
  inTransaction(app().db, (tx) =>
    grantCredits(tx, {
      owner,
      unit,
      cents,
      kind: 'gift',
      reference: String(++given),
      reason: 'A gift',
      at: new Date(),
    }),
  )
const kits = async (...prices: number[]) => {
  const items: CartItem[] = []
  for (const price of prices) items.push({ type: 'kit', kitId: await shop.addKit(price) })
  return items
}
const start = (items: CartItem[], total: number, { id: buyer }: Person, most = 100_000, more: Adjuster[] = []) =>
  startCheckout(
    { ...taking(most), adjusters: [...goods.adjusters, ...more] },
    {
      buyer,
      items,
      method: 'credit',
      total: dollars(total),
      legalName: 'Nadia Åström-Bello',
      codes: [],
      key: undefined,
      origin: 'http://localhost',
    },
  )
type Started = Awaited<ReturnType<typeof start>>
async function pay(started: Started) {
  await shop.payByCard(started)
  await settle(taking(0), (await livePayment(app().db, started.orderId))!)
}
const richBuyer = async (promo: number, referral = 0) => {
  const buyer = await shop.world.signUp()
  if (promo) await give(buyer.id, promo)
  if (referral) await give(buyer.id, referral, 'referral')
  return buyer
}
const creditsLeft = ({ id }: Person) => creditsOf(app().db, id)
const linesOf = async (orderId: number) => (await shop.orderAtDesk(await shop.admin(), orderId)).lines

test('lines take promo credits first, then referral credits, each up to its own most', async () => {
  const buyer = await richBuyer(1_500, 400)
  const started = await start(await kits(1_900, 1_000), 1_000, buyer, 1_200)
  const [first, second] = await linesOf(started.orderId)
  expect(first).toMatchObject({ adjustments: [{ reason: 'Promo credits', amount: 12 }], total: 7 })
  expect(second).toMatchObject({
    adjustments: [
      { reason: 'Promo credits', amount: 3 },
      { reason: 'Referral credits', amount: 4 },
    ],
    total: 3,
  })
  expect(await creditsLeft(buyer)).toEqual({ promo: 1_500, referral: 400 })
  await pay(started)
  expect(await creditsLeft(buyer)).toEqual({ promo: 0, referral: 0 })
  await expect(start(await kits(1_000), 0, buyer)).rejects.toMatchObject({ code: 'cart_changed' })
})

test('an order that credits pay alone completes at once; the seller gets no money for it', async () => {
  const buyer = await richBuyer(5_000)
  const before = await shop.earnings()
  expect(await start(await kits(1_900), 0, buyer)).toMatchObject({ state: 'paid' })
  expect(await creditsLeft(buyer)).toEqual({ promo: 3_100, referral: 0 })
  expect(await shop.earnings()).toBe(before)
})

test('an order that ends unpaid has spent nothing, and its credits serve the next one', async () => {
  const buyer = await richBuyer(1_000)
  const [first, second] = [await kits(1_900), await kits(1_500)]
  const { orderId } = await start(first, 900, buyer)
  const started = await start(second, 500, buyer) // ends the former one
  expect((await shop.orderOf(orderId)).state).toBe('canceled')
  await pay(started)
  expect(await creditsLeft(buyer)).toEqual({ promo: 0, referral: 0 })
})

test('lines take no credits unless they say so, and guests have none', async () => {
  const buyer = await richBuyer(1_000)
  expect(await shop.preview(await kits(1_900), buyer)).toMatchObject({ total: 19 })
  const items = await kits(1_900)
  await expect(start(items, 900, buyer, 0)).rejects.toMatchObject({ code: 'cart_changed' })
  await pay(await start(items, 1_900, buyer, 0))
  expect(await creditsLeft(buyer)).toEqual({ promo: 1_000, referral: 0 })
})

test('a line takes credits beside one that takes none, and beside a discount', async () => {
  const buyer = await richBuyer(1_000)
  const half: Adjuster = {
    async adjust(_db, { lines }) {
      const kitLines = lines.filter(({ kind }) => kind === 'kit').map(({ id }) => id)
      return { places: [{ kind: 'plan', reason: '50% off', lines: kitLines, off: { basisPoints: 5_000 } }] }
    },
  }
  const items = [...(await kits(1_900)), beatLine(await shop.addBeat())]
  await pay(await start(items, 700 + 2_995, buyer, 500, [half]))
  expect(await creditsLeft(buyer)).toEqual({ promo: 500, referral: 0 })
})

test('a discount of another kind takes no credits, whatever its name', async () => {
  const reserve = (kind: 'code' | 'credit') =>
    inTransaction(app().db, (tx) =>
      creditAdjuster.reserve!(tx, { id: 1, buyerId: shop.fan.id, now: new Date() }, [
        { lineId: 1, adjustments: [{ kind, reason: 'Promo credits', cents: 100 }] },
      ]),
    )
  expect([await reserve('code'), await reserve('credit')]).toEqual([true, false])
})

test('a refund gives credits back in proportion, to the cent when it is whole', async () => {
  const buyer = await richBuyer(700, 334)
  const started = await start(await kits(1_900), 866, buyer)
  await pay(started)
  const admin = await shop.admin()
  const [line] = await linesOf(started.orderId)
  const refund = async (amount: number) => {
    await shop.refund(admin, started.orderId, [{ id: line!.id, amount }])
    await shop.world.takeDue()
    return creditsLeft(buyer)
  }
  expect(await refund(0.01)).toEqual({ promo: 0, referral: 0 })
  expect(await refund(4.32)).toEqual({ promo: 350, referral: 167 })
  expect(await refund(4.33)).toEqual({ promo: 700, referral: 334 })
})

test('a line that can’t be given spends no credits, and its refund gives none', async () => {
  const buyer = await richBuyer(1_000)
  const items = await kits(1_900)
  const started = await start(items, 900, buyer)
  const refusing = taking(0)
  const { kit } = refusing.kinds
  await shop.payByCard(started)
  await settle(
    { ...refusing, kinds: { ...refusing.kinds, kit: { ...kit, grant: async () => 'It is gone.' } } },
    (await livePayment(app().db, started.orderId))!,
  )
  expect(await creditsLeft(buyer)).toEqual({ promo: 1_000, referral: 0 })
  const refund = () =>
    app()
      .db.selectFrom('refund')
      .where('orderId', '=', started.orderId)
      .select(['id', 'state'])
      .executeTakeFirstOrThrow()
  await sendRefund(taking(0), (await refund()).id)
  expect((await refund()).state).toBe('done')
  expect(await creditsLeft(buyer)).toEqual({ promo: 1_000, referral: 0 })
})

test('credits that are gone when the order is stored are not taken: 409 with the right price', async () => {
  const buyer = await richBuyer(1_000)
  const items = await kits(1_900)
  let isTaken = false
  const taker: Adjuster = {
    // another transaction spends them after this cart was priced
    async adjust() {
      const account = { kind: 'credit', owner: buyer.id, unit: 'promo' } as const
      const lines = [
        { account, cents: -500 },
        { account: { kind: 'house', unit: 'promo' } as const, cents: 500 },
      ]
      if (!isTaken)
        await inTransaction(app().db, (tx) => post(tx, { kind: 'taken', reference: '1', lines, at: new Date() }))
      isTaken = true
      return { places: [] }
    },
  }
  const started = start(items, 900, buyer, 100_000, [taker])
  await expect(started).rejects.toMatchObject({ code: 'cart_changed', details: { total: 14 } })
  expect(await creditsLeft(buyer)).toEqual({ promo: 500, referral: 0 })
})

test('of fifty starts at once no two spend the same credits', async () => {
  const buyer = await richBuyer(3_000)
  const carts = []
  for (let each = 0; each < 50; each++) carts.push(await kits(1_000))
  const started = await Promise.allSettled(carts.map((items) => start(items, 0, buyer)))
  const paid = started.filter((one) => one.status === 'fulfilled')
  expect(await creditsLeft(buyer)).toEqual({ promo: 3_000 - paid.length * 1_000, referral: 0 })
  expect(paid.length).toBeLessThanOrEqual(3)
  expect(paid.length).toBeGreaterThan(0)
})
