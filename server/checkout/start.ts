import { createHash } from 'node:crypto'
import { sql, type ExpressionBuilder } from 'kysely'
import { LEAST_CARD, TOO_SMALL } from '#contract/cart-limits.ts'
import { CartItem, type PaymentMethod, type StartedOrder } from '#contract/checkout.ts'
import { builtOnce } from '#server/db/built-once.ts'
import { plannedOnce, type Tx } from '#server/db/connect.ts'
import type { DB } from '#server/db/types.ts'
import { ApiError, busy, conflict, invalid, unauthorized } from '#server/errors.ts'
import { expectRunning } from '#server/house/house.ts'
import { setLegalName } from '#server/accounts/index.ts'
import { cents as centsOf } from '#server/money.ts'
import { providerFor } from '#server/payments/payments.ts'
import { ProviderDown, type Provider } from '#server/payments/port.ts'
import { beginPayment, giveUpUnbegun, stillAsking } from './begin-payment.ts'
import type { Shop } from './shop.ts'
import { completeOrder } from './complete-order.ts'
import { holdOf } from './holds.ts'
import { presentCart, priceCart } from './offers.ts'
import { writeOrder } from './orders.ts'
import { FIRST_LOOK, livePayment, type PaymentRow } from './payments.ts'
import { settle } from './settle.ts'

type StartItem = CartItem & { price?: number | undefined; paymentMethodId?: string | undefined }
export type Start = {
  buyer: number
  items: StartItem[]
  method: PaymentMethod
  /** In dollars, as the buyer saw it. */
  total: number
  legalName: string | undefined
  /** In capitals, each once. */
  codes: string[]
  key: string | undefined
  origin: string
}

const ATTEMPTS = 3

/**
 * Stores an order and begins its payment. The same request, by its key or while its order is open, gets the same order.
 * While the operator has stopped the checkout, no other order is begun.
 * Another one first ends the order that the buyer has open: a buyer pays one order at a time, so that nobody pays twice.
 */
export async function startCheckout(shop: Shop, start: Start): Promise<StartedOrder> {
  const hash = hashOf(start)
  for (let attempt = 1; ; attempt++) {
    const former = await formerOrder(shop, start, hash)
    if (former?.isSame) {
      if (!former.isOfKey && !(await keepKey(shop, start, former.id))) continue // another request has the key now
      const payment = await livePayment(shop.app.db, former.id)
      // an open order without a payment has been paid or ended since it was read
      if (former.state === 'open' && !payment && attempt < ATTEMPTS) continue
      return resume(shop, { ...former, payment }, start)
    }
    expectRunning(shop.app, 'checkout')
    if (former) await endFormer(shop, former.id)
    const order = await store(shop, start, hash).catch((error: unknown) => {
      if (!isTaken(error) && !(error instanceof Gone)) throw error
      if (attempt === ATTEMPTS) throw busy()
      return null // somebody was first
    })
    if (!order) continue
    // not while the order is stored: others lock discounts and items before an account
    if (order.newName) await setLegalName(shop.app.db, start.buyer, order.newName)
    return resume(shop, order, start)
  }
}

/** Takes the order back when somebody else has used up what its discounts take. The cart is priced anew. */
class Gone extends Error {}

const isTaken = (error: unknown) =>
  error instanceof Error && 'constraint' in error && /^(shop_order|order_key)_/.test(String(error.constraint))

const hashOf = ({ items, method, total, legalName, codes }: Start) => {
  const asked = items.map((item) => [CartItem.parse(item), item.paymentMethodId])
  return createHash('sha256')
    .update(JSON.stringify([asked, method, total, legalName, codes]))
    .digest()
}

type Former = { id: number; state: string; isSame: boolean; isOfKey: boolean }

/** The order of the same key, or else the one that the buyer has open. */
async function formerOrder({ app: { db } }: Shop, { buyer, key }: Start, hash: Buffer): Promise<Former | null> {
  const orders = await openOrKeyed(db, { buyer, key: key ?? null })
  const ofKey = orders.find(({ isOfKey }) => isOfKey)
  if (ofKey && !ofKey.requestHash.equals(hash))
    throw conflict('key_reused', 'This Idempotency-Key was used for another order.')
  const found = ofKey ?? orders.find(({ state }) => state === 'open')
  return found ? { ...found, isSame: found.requestHash.equals(hash) } : null
}

/** A repeat with the key of this request finds the order also after its end. False if the key is taken. */
async function keepKey({ app: { db } }: Shop, { buyer: buyerId, key }: Start, orderId: number) {
  if (key === undefined) return true
  const kept = await db
    .insertInto('orderKey')
    .values({ buyerId, key, orderId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('orderId')
    .executeTakeFirst()
  return kept !== undefined
}

const openOrKeyed = builtOnce((db, { buyer, key }: { buyer: number; key: string | null }) => {
  const isOfKey = (one: ExpressionBuilder<DB, 'shopOrder'>) =>
    one('id', '=', one.selectFrom('orderKey').where('buyerId', '=', buyer).where('key', '=', key).select('orderId'))
  return db
    .selectFrom('shopOrder')
    .where('buyerId', '=', buyer)
    .where((one) => one.or([one('state', '=', 'open'), isOfKey(one)]))
    .select(['id', 'state', 'requestHash'])
    .select((one) => sql<boolean>`coalesce(${isOfKey(one)}, false)`.as('isOfKey'))
    .modifyEnd(plannedOnce)
})

/** Ends the open order at its provider first. If it was paid meanwhile, it is complete, and the buyer is told. */
async function endFormer(shop: Shop, id: number) {
  await endOpenOrder(shop, id, 'canceled')
  const { state } = await shop.app.db
    .selectFrom('shopOrder')
    .where('id', '=', id)
    .select('state')
    .executeTakeFirstOrThrow()
  if (state === 'open') throw conflict('still_paying', 'Another payment of yours is being processed. Wait a moment.')
  if (state === 'paid')
    throw new ApiError(409, 'already_paid', 'Your other order is paid already.', { details: { orderId: id } })
}

export async function endOpenOrder(shop: Shop, id: number, ends: 'canceled' | 'expired') {
  const payment = await livePayment(shop.app.db, id)
  if (payment)
    await settle(shop, payment, { ends }).catch((error: unknown) => {
      if (error instanceof ProviderDown) throw stillAsking()
      return giveUpUnbegun(shop.app, payment, error)
    })
}

type Stored = {
  id: number
  state: string
  payment?: PaymentRow | undefined
  /** The facts of an order that was stored just now. */
  written?: { number: string; holdUntil: Date | null }
  /** A name that the account has not kept yet. */
  newName?: string | null
}

const store = (shop: Shop, start: Start, hash: Buffer): Promise<Stored> =>
  shop.app.db.transaction().execute(async (tx) => {
    const { app } = shop
    const now = app.clock.now()
    await waitForDeletion(tx, { buyer: start.buyer })
    const cart = await priceCart(tx, shop, start, { id: start.buyer, now })
    const isWhole = cart.lines.every(({ offer, isHeld }) => offer.state === 'available' && !isHeld)
    const isSeen = start.items.every(
      ({ price }, index) => price === undefined || centsOf(price) === cart.lines[index]!.cents,
    )
    if (!isWhole || !isSeen || centsOf(start.total) !== cart.total)
      throw new ApiError(409, 'cart_changed', 'Your cart has changed. Nothing was charged. Look it over, then pay.', {
        details: await presentCart(tx, shop, start.items, cart),
      })
    const { buyerName, newName } = await nameOf(tx, start)
    const order = await writeOrder(tx, {
      buyerId: start.buyer,
      buyerName,
      mode: app.payments.mode,
      key: start.key ?? null,
      requestHash: hash,
      items: start.items,
      cart,
      now,
    })
    for (const { reserve } of shop.adjusters)
      if (reserve && !(await reserve(tx, { ...order, now }, order.lines))) throw new Gone()
    if (cart.total === 0) {
      await completeOrder(shop, tx, order, null)
      return { id: order.id, state: 'paid', newName }
    }
    const renews = renewalOf(shop.kinds, start.items)
    const payment = await tx
      .insertInto('payment')
      .values({
        orderId: order.id,
        provider: expectProvider(shop, start.method, cart.total).name,
        ...(renews && { renews: JSON.stringify(renews), card: cardOf(start) }),
        method: start.method,
        cents: cart.total,
        createdAt: now,
        dueAt: new Date(now.getTime() + FIRST_LOOK),
      })
      .returningAll()
      .$narrowType<Pick<PaymentRow, 'provider' | 'renews'>>()
      .executeTakeFirstOrThrow()
    return { id: order.id, state: 'open', payment, written: order, newName }
  })

/** A line that renews is alone in its order. */
function renewalOf(kinds: Shop['kinds'], items: readonly CartItem[]) {
  const item = items[0]!
  return kinds[item.type].renewal?.(item) ?? null
}

function cardOf({ method, items: [item] }: Start) {
  if (method !== 'credit') return null
  if (item?.paymentMethodId === undefined) throw invalid({ paymentMethodId: 'Enter a card first.' })
  return item.paymentMethodId
}

function expectProvider({ app }: Shop, method: PaymentMethod, cents: number): Provider {
  if (method !== 'paypal' && cents < LEAST_CARD) throw conflict('too_small', TOO_SMALL)
  const provider = providerFor(app.payments, method)
  if (!provider) throw conflict('method_off', 'This way to pay is not available here. Choose another one.')
  return provider
}

/** A deletion of the buyer's account comes before the order, or finds it: else a payment would be for nobody. */
const waitForDeletion = builtOnce((db, { buyer }: { buyer: number }) =>
  db
    .selectFrom('accountDeletion')
    .where('accountId', '=', buyer)
    .select('accountId')
    .forKeyShare()
    .modifyEnd(plannedOnce),
)

const selectName = builtOnce((db, { buyer }: { buyer: number }) =>
  db
    .selectFrom('account')
    .where('id', '=', buyer)
    .where('deletedAt', 'is', null)
    .select('legalName')
    .modifyEnd(plannedOnce),
)

/** Licenses name their parties. The name is asked once and kept. */
async function nameOf(tx: Tx, { buyer, items, legalName }: Start) {
  const [account] = await selectName(tx, { buyer })
  if (!account) throw unauthorized('Your account was deleted.')
  const name = legalName ?? account.legalName
  if (name === null && items.some((item) => 'licenseType' in item))
    throw invalid({ legalName: 'Enter your legal name: your licenses carry it.' })
  return { buyerName: name, newName: name === account.legalName ? null : name }
}

const secondsUntil = (end: Date, now: Date) => Math.max(0, Math.ceil((end.getTime() - now.getTime()) / 1_000))

/** The answer to a start: what the browser needs to pay the order. */
async function resume(
  { app }: Shop,
  { id, state, payment, written }: Stored,
  { origin }: Start,
): Promise<StartedOrder> {
  const nothing = { orderId: id, paymentUrl: null, clientSecret: null, sessionId: null, heldForSeconds: null }
  if (state === 'paid') return { ...nothing, state: 'paid' }
  if (!payment) throw conflict('payment_ended', 'This payment was ended. Nothing was charged. Start it again.')
  const begun = await beginPayment(app, payment, { origin, number: written?.number })
  const until = written ? written.holdUntil : await holdOf(app.db, id)
  return {
    orderId: id,
    paymentUrl: begun.approvalUrl,
    clientSecret: begun.clientSecret,
    sessionId: begun.reference,
    heldForSeconds: until && secondsUntil(until, app.clock.now()),
    state: 'open',
  }
}
