import { expect } from 'vitest'
import { beatLine } from './checkout.ts'
import { createRealCheckout, type Method, type Started } from './real-providers.ts'
import type { Person } from './shop.ts'

export const METHODS = ['credit', 'google', 'paypal'] as const

/** A shop that speaks to emulators of Stripe and PayPal. Each test begins with a new beat and a new buyer. */
export async function createRealOrders() {
  const shop = await createRealCheckout()
  let beatId: number
  let buyer: Person

  async function begin() {
    shop.calm()
    beatId = await shop.addBeat({ title: 'Night Bus' })
    buyer = await shop.world.signUp()
    return { beatId, buyer }
  }
  const db = () => shop.world.app.db
  const startBy = (method: Method, items = [beatLine(beatId)]) => shop.start(items, { buyer, method })
  /** The number of refunds that its provider has. */
  const refundsAt = (method: Method) =>
    method === 'paypal' ? shop.paypal.refunds.size : shop.stripe.all('refund').length

  /** Everything that a paid order leaves, once. */
  async function expectDelivered({ orderId }: Started, title = 'Night Bus') {
    expect(await shop.orderOf(orderId)).toMatchObject({ state: 'paid' })
    expect(await shop.purchasesOf(buyer)).toMatchObject([{ title, state: 'owned' }])
    const receipts = await db()
      .selectFrom('mail')
      .where('recipient', '=', buyer.email)
      .where('kind', '=', 'receipt')
      .select('id')
      .execute()
    expect(receipts).toHaveLength(1)
    const entries = await db()
      .selectFrom('ledgerEntry')
      .where('reference', '=', String(orderId))
      .where('kind', '=', 'sale')
      .select('id')
      .execute()
    expect(entries).toHaveLength(1)
    expect(await refundsOf(orderId)).toEqual([])
  }
  async function expectNothingBought({ orderId }: Started, state: string) {
    expect(await shop.orderOf(orderId)).toMatchObject({ state })
    expect(await shop.purchasesOf(buyer)).toEqual([])
  }
  const refundsOf = (orderId: number) =>
    db()
      .selectFrom('refund')
      .where('orderId', '=', orderId)
      .select(['state', 'cents', 'failure'])
      .orderBy('id')
      .execute()
  const intentOf = ({ sessionId }: Started) =>
    shop.stripe.intent(
      sessionId!.startsWith('cs_') ? (shop.stripe.session(sessionId!).payment_intent as string) : sessionId,
    )
  async function passTime(milliseconds: number) {
    shop.world.passTime(milliseconds)
    const { email, password } = buyer
    const tokens = await shop.world.guest('POST /auth/login', { body: { email, password } })
    buyer.call = shop.world.clientFor(() => tokens.accessToken)
  }

  return {
    shop,
    begin,
    db,
    startBy,
    refundsAt,
    expectDelivered,
    expectNothingBought,
    refundsOf,
    intentOf,
    passTime,
  }
}
