import { expect } from 'vitest'
import { createCheckout, type Checkout } from './checkout.ts'
import type { SignedMessage } from './emulator.ts'
import { startPayPal } from './paypal-emulator.ts'
import { EMULATED } from './real-settings.ts'
import { startStripe } from './stripe-emulator.ts'

export type Method = 'credit' | 'google' | 'paypal'
export type Started = Awaited<ReturnType<Checkout['start']>>

const CARDS = {
  approve: 'pm_card_visa',
  decline: 'pm_card_chargeDeclined',
  challenge: 'pm_card_authenticationRequired',
}

/** A whole shop that speaks to emulators of Stripe and PayPal, and a buyer who pays there. */
export async function createRealCheckout() {
  const [stripe, paypal] = await Promise.all([startStripe(), startPayPal()])
  const shop = await createCheckout({
    env: EMULATED,
    emulators: { stripe: stripe.address, paypal: paypal.address },
  })
  const emulatorOf = (method: Method) => (method === 'paypal' ? paypal : stripe)

  /** The page to which a provider's page leads. */
  const visit = async (address: string, query: string) =>
    (await fetch(`${address}${address.includes('?') ? '&' : '?'}${query}`, { redirect: 'manual' })).headers.get(
      'location',
    )

  /** Acts as the buyer at the provider. The answer is the address to which the provider sends the browser back. */
  async function act(method: Method, started: Started, choice: 'approve' | 'decline') {
    if (method === 'paypal') return visit(started.paymentUrl!, `choice=${choice}`)
    if (method === 'google') return visit(started.paymentUrl!, `card=${CARDS[choice]}`)
    await stripe.confirmCard(started.clientSecret!, CARDS[choice])
    return null
  }

  /** One message to the shop, as its provider sends it. Returns the shop's answer. */
  const deliver = async (to: 'stripe' | 'paypal', { headers, body }: Omit<SignedMessage, 'type'>) =>
    (
      await shop.world.http.inject({
        method: 'POST',
        url: `/webhooks/${to}`,
        headers: { 'content-type': 'application/json', ...headers },
        payload: body,
      })
    ).statusCode

  return {
    ...shop,
    stripe,
    paypal,
    emulatorOf,
    act,
    visit,
    cards: CARDS,
    deliver,
    /** Delivers all messages that wait, one after another. */
    async deliverAll(messages = { stripe: stripe.take(), paypal: paypal.take() }) {
      const answers: number[] = []
      for (const to of ['stripe', 'paypal'] as const)
        for (const message of messages[to]) answers.push(await deliver(to, message))
      return answers
    },
    /** Everything at the providers works again, and nothing waits. */
    calm() {
      for (const emulator of [stripe, paypal]) {
        emulator.take()
        emulator.asked.length = 0
        Object.assign(emulator.trouble, { lose: 0, refuse: 0, status: undefined, hang: false })
      }
      Object.assign(stripe.ways, { refunds: 'succeeded', payments: 'succeeded', tellsFee: true })
      Object.assign(paypal.ways, { captures: 'COMPLETED', refunds: 'COMPLETED' })
    },
    async close() {
      await shop.world.close()
      await Promise.all([stripe.close(), paypal.close()])
      expect([...stripe.brokenAnswers(), ...paypal.brokenAnswers()]).toEqual([])
    },
  }
}
export type RealCheckout = Awaited<ReturnType<typeof createRealCheckout>>
