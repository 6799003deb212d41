import type { PaymentMethod, SubscriptionItem } from '#contract/checkout.ts'
import { createCheckout } from './checkout.ts'
import { CARDS } from './sandbox.ts'
import type { Person } from './shop.ts'
import type { WorldOptions } from './world.ts'

/** A shop that sells plans, and what their buyers and the sandbox do. */
export async function createPlans(options: WorldOptions = {}) {
  const shop = await createCheckout(options)
  const { world } = shop

  const saveCard = async (card: keyof typeof CARDS = 'good') =>
    (await world.guest('POST /sandbox/cards', { body: { number: CARDS[card], expires: '12 / 39', cvc: '314' } })).card

  /** Signs in anew: sessions end while the clock is moved. */
  async function back({ email, password }: Person) {
    const { accessToken } = await world.guest('POST /auth/login', { body: { email, password } })
    return world.clientFor(() => accessToken)
  }

  async function subscribe(
    person: Person,
    item: SubscriptionItem,
    card: keyof typeof CARDS = 'good',
    method: PaymentMethod = 'credit',
  ) {
    const call = await back(person)
    const { total } = await call('POST /checkout/preview', { body: { items: [item] } })
    const asked = method === 'credit' ? { ...item, paymentMethodId: await saveCard(card) } : item
    return call('POST /checkout/start', { body: { items: [asked], method, total } })
  }

  return {
    ...shop,
    saveCard,
    subscribe,
    /** The whole way to a plan, by card. */
    async buyPlan(buyer: Person, item: SubscriptionItem, card: keyof typeof CARDS = 'good') {
      const started = await subscribe(buyer, item, card)
      const done = await shop.confirm(started, { ...buyer, call: await back(buyer) })
      await world.work()
      return done
    },
    back,
    mine: async (person: Person) => (await back(person))('GET /billing/subscriptions/mine'),
    planOf: async (person: Person) => (await (await back(person))('GET /me')).subscription?.planId ?? 'free',
    /** Cancels or resumes the newest subscription of a person. */
    async change(person: Person, act: 'cancel' | 'resume') {
      const call = await back(person)
      const [subscription] = await call('GET /billing/subscriptions/mine')
      const params = { id: subscription!.id }
      const answer =
        act === 'cancel'
          ? await call('POST /billing/subscriptions/:id/cancel', { params })
          : await call('POST /billing/subscriptions/:id/resume', { params })
      await world.work()
      return answer
    },
    creditsOf: async (person: Person) => (await (await back(person))('GET /me')).promoCredits,
    /** Moves the clock; the provider renews, the shop looks, and jobs run. */
    async pass(milliseconds: number) {
      world.passTime(milliseconds)
      await world.takeDue()
      await world.takeDue()
      await world.work()
    },
    /** The cents of a person's payments for plans. */
    paymentsOf: async ({ id }: Person) =>
      (
        await world.app.db
          .selectFrom('payment')
          .innerJoin('shopOrder', 'shopOrder.id', 'payment.orderId')
          .where('buyerId', '=', id)
          .where('payment.state', '=', 'paid')
          .select('payment.cents')
          .orderBy('payment.id')
          .execute()
      ).map(({ cents }) => cents),
    /** The states of a person's subscriptions at the sandbox. */
    atProvider: async ({ id }: Person) =>
      (
        await world.app.db
          .selectFrom('sandboxSubscription')
          .innerJoin('shopOrder', 'shopOrder.id', 'sandboxSubscription.orderId')
          .where('buyerId', '=', id)
          .select('sandboxSubscription.state')
          .orderBy('sandboxSubscription.id')
          .execute()
      ).map(({ state }) => state),
  }
}
export type Plans = Awaited<ReturnType<typeof createPlans>>
