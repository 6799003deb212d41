import { expect } from 'vitest'
import { beatLine, createCheckout } from './checkout.ts'
import type { Person } from './shop.ts'

export type Disputes = Awaited<ReturnType<typeof createDisputes>>

/** A shop with payments that buyers' banks ask for. */
export async function createDisputes() {
  const shop = await createCheckout()
  const { db } = shop.world.app

  const failRefunds = (refundsFail: boolean) => db.updateTable('sandboxSetting').set({ refundsFail }).execute()

  /** A paid order of so many beats for $29.95 each. */
  async function sale(buyer: Person, beats: number) {
    const items = []
    for (let nth = 0; nth < beats; nth++) items.push(beatLine(await shop.addBeat()))
    const started = await shop.start(items, { buyer })
    await shop.payByCard(started)
    await shop.confirm(started, buyer)
    return started
  }

  /** A payment of $29.95 that came after its order had ended. Its refund is promised, and not sent yet. */
  async function paidTooLate(buyer: Person) {
    const started = await shop.start([beatLine(await shop.addBeat())], { buyer, method: 'paypal' })
    const { orderId } = started
    const reference = started.sessionId!
    await failRefunds(true)
    await buyer.call('POST /checkout/cancel', { body: { orderId } })
    await db
      .updateTable('sandboxPayment')
      .set({ state: 'paid', paidWith: 'PayPal' })
      .where('reference', '=', reference)
      .execute()
    const body = { provider: 'paypal' as const, sessionId: reference, orderId }
    await expect(buyer.call('POST /checkout/confirm', { body })).rejects.toMatchObject({ error: 'paid_too_late' })
    await shop.world.takeDue()
    await failRefunds(false)
    return { orderId, reference }
  }

  return { ...shop, failRefunds, sale, paidTooLate }
}
