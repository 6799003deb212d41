import { expect } from 'vitest'
import type { PaymentMethod, SubscriptionItem } from '#contract/checkout.ts'
import { createRealCheckout } from './real-providers.ts'
import type { Person } from './shop.ts'

const GROWTH: SubscriptionItem = { type: 'subscription', planId: 'growth', billingCycle: 'monthly' }
export const PRO: SubscriptionItem = { ...GROWTH, planId: 'pro' }

type Wanted = { item?: SubscriptionItem; card?: string; method?: PaymentMethod }

/** A shop that sells plans through emulated providers, and a buyer for each test. */
export async function createRealPlans() {
  const shop = await createRealCheckout()
  const { world } = shop
  let buyer: Person

  /** Signs in anew: sessions end while the clock moves. */
  async function back() {
    const { email, password } = buyer
    const { accessToken } = await world.guest('POST /auth/login', { body: { email, password } })
    return world.clientFor(() => accessToken)
  }
  const mine = async () => (await (await back())('GET /billing/subscriptions/mine'))[0]

  async function start({ item = GROWTH, card, method = 'credit' }: Wanted) {
    const call = await back()
    const { total } = await call('POST /checkout/preview', { body: { items: [item] } })
    const asked = card === undefined ? item : { ...item, paymentMethodId: card }
    return call('POST /checkout/start', { body: { items: [asked], method, total } })
  }
  async function confirm(started: Parameters<typeof shop.confirm>[0]) {
    const order = await shop.confirm(started, { ...buyer, call: await back() })
    await world.work()
    return order
  }

  return {
    ...shop,
    /** Another buyer, and providers whose clocks show the shop's time. */
    async begin() {
      shop.calm()
      for (const provider of [shop.stripe, shop.paypal]) provider.passUntil(world.app.clock.now())
      buyer = await world.signUp()
    },
    start,
    confirm,
    /** Answers PayPal’s name of the new subscription. `later`: the account pays the first time only. */
    async buyAtPayPal(choice: 'approve' | 'later' = 'approve', item = GROWTH) {
      const started = await start({ item, method: 'paypal' })
      await shop.visit(started.paymentUrl!, `choice=${choice}`)
      expect(await confirm(started)).toMatchObject({ state: 'paid', refused: [] })
      return started.sessionId!
    },
    mine,
    planOf: async () => (await (await back())('GET /me')).subscription?.planId ?? 'free',
    /** The cents of the buyer's payments. */
    centsOf: async () =>
      (
        await world.app.db
          .selectFrom('payment')
          .innerJoin('shopOrder', 'shopOrder.id', 'payment.orderId')
          .where('buyerId', '=', buyer.id)
          .where('payment.state', '=', 'paid')
          .select('payment.cents')
          .orderBy('payment.id')
          .execute()
      ).map(({ cents }) => cents),
    newestOrder: () =>
      world.app.db
        .selectFrom('shopOrder')
        .where('buyerId', '=', buyer.id)
        .select('id')
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow(),
    async change(act: 'cancel' | 'resume') {
      const params = { id: (await mine())!.id }
      const call = await back()
      return act === 'cancel'
        ? call('POST /billing/subscriptions/:id/cancel', { params })
        : call('POST /billing/subscriptions/:id/resume', { params })
    },
    /** Moves all clocks. What the providers said before is lost. */
    async passUntil(time: Date) {
      shop.calm()
      world.passTime(Math.max(0, time.getTime() - world.app.clock.now().getTime()))
      for (const provider of [shop.stripe, shop.paypal]) provider.passUntil(time)
    },
    /** The providers send each message twice, and the last one first. */
    async deliverBadly() {
      const [stripe, paypal] = [shop.stripe.take().toReversed(), shop.paypal.take().toReversed()]
      for (let time = 0; time < 2; time++)
        expect(new Set(await shop.deliverAll({ stripe, paypal }))).toEqual(new Set([200]))
      await world.work()
    },
  }
}
export type RealPlans = Awaited<ReturnType<typeof createRealPlans>>
