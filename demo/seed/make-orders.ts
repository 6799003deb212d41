import type { CartItem } from '#contract/checkout.ts'
import { livePayment, refundByAdmin, settle, startCheckout, type WatchedShop } from '#server/checkout/index.ts'
import { dollars } from '#server/money.ts'
import { goods } from '#server/shop-lines.ts'
import { problemWatch } from '#server/problems/index.ts'
import { payByCard } from '#server/payments/sandbox/buyer.ts'
import type { App } from '#server/services.ts'
import { ORDERS, type DemoOrder } from './orders.ts'
import { DAY } from './time.ts'

const CARD = { number: '4242424242424242', expires: '12/39', cvc: '314' }

/** Makes the demo's orders as buyers make theirs, each at its time. Those that an earlier start made stay. */
export async function makeOrders(app: App) {
  if (app.payments.mode !== 'sandbox' || (await made(app)) === ORDERS.length) return
  const begun = app.clock.now().getTime()
  for (const [index, order] of ORDERS.entries()) {
    const clock = { now: () => new Date(begun - order.daysAgo * DAY) }
    // the demo's people read no mail
    const shop = {
      app: { ...app, clock, mail: { send: async () => {}, sendAll: async () => {} } },
      ...goods,
      watch: problemWatch,
    }
    await makeOrder(shop, order, keyOf(index))
  }
}

const keyOf = (index: number) => `demo-order-${index}`

const made = async ({ db }: App) =>
  (
    await db
      .selectFrom('shopOrder')
      .innerJoin('orderKey', 'orderKey.orderId', 'shopOrder.id')
      .where('orderKey.key', 'like', 'demo-order-%')
      .where('state', '=', 'paid')
      .select('id')
      .execute()
  ).length

async function makeOrder(shop: WatchedShop, { buyer: handle, lines, upgrades, refunded }: DemoOrder, key: string) {
  const { app } = shop
  const buyer = await app.db.selectFrom('account').where('handle', '=', handle).select('id').executeTakeFirstOrThrow()
  const items: CartItem[] = []
  let cents = 0
  for (const [title, license] of lines) {
    const item = await app.db
      .selectFrom('item')
      .leftJoin('license', (join) =>
        join.onRef('license.itemId', '=', 'item.id').on('license.type', '=', license ?? null),
      )
      .where('title', '=', title)
      .select(['item.id', 'item.kind', 'item.priceCents as kitCents', 'license.priceCents'])
      .executeTakeFirstOrThrow()
    const former = upgrades && (await formerPurchase(app, buyer.id, item.id))
    cents += (item.priceCents ?? item.kitCents) - (former ? former.cents : 0)
    items.push(
      item.kind === 'kit'
        ? { type: 'kit', kitId: item.id }
        : item.kind === 'pack'
          ? { type: 'pack', packId: item.id, licenseType: license! }
          : { type: 'beat', beatId: item.id, licenseType: license!, ...(former && { upgradeOf: former.id }) },
    )
  }
  const { orderId, sessionId, clientSecret } = await startCheckout(shop, {
    buyer: buyer.id,
    items,
    method: 'credit',
    total: dollars(cents),
    legalName: handle.replaceAll('_', ' '),
    codes: [],
    key,
    origin: 'http://localhost',
  })
  await pay(app, { reference: sessionId!, clientSecret: clientSecret! })
  await settle(shop, (await livePayment(app.db, orderId))!)
  if (refunded) await refund(shop, orderId, refunded)
}

/** The sandbox's messages are left out: the order is settled right after. */
const pay = ({ db, clock, authSecret: secret }: App, payment: Parameters<typeof payByCard>[1]) =>
  payByCard({ db, clock, secret, isSilent: true }, payment, CARD)

const formerPurchase = ({ db }: App, buyerId: number, itemId: number) =>
  db
    .selectFrom('purchase')
    .where('buyerId', '=', buyerId)
    .where('itemId', '=', itemId)
    .where('state', '=', 'owned')
    .select(['id', 'cents'])
    .executeTakeFirstOrThrow()

async function refund(shop: WatchedShop, orderId: number, reason: string) {
  const { db } = shop.app
  const admin = await db
    .selectFrom('account')
    .where('emailKey', '=', 'admin@slide.test')
    .select('id')
    .executeTakeFirstOrThrow()
  const [line] = await db
    .selectFrom('orderLine')
    .where('orderId', '=', orderId)
    .select(['id', 'totalCents'])
    .orderBy('position')
    .execute()
  await refundByAdmin(shop, admin.id, orderId, { lines: [{ id: line!.id, amount: dollars(line!.totalCents) }], reason })
}
