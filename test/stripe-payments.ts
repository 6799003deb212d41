import { expect } from 'vitest'
import { openProviders } from '#server/payments/open-providers.ts'
import type { NewPayment, Provider } from '#server/payments/port.ts'
import { startStripe, STRIPE_SECRETS } from './stripe-emulator.ts'

export const VISA = 'pm_card_visa'

/** Payments at an emulator of Stripe, and a buyer who pays there. */
export async function createStripePayments() {
  const emulator = await startStripe()
  const [stripe] = (await openProviders(
    { paymentsMode: 'test', stripe: STRIPE_SECRETS, paypal: undefined },
    { stripe: emulator.address },
  )) as [Provider]
  let attempts = 0

  /** Everything at Stripe works again, and nothing waits. Returns the number of the next order. */
  function begin() {
    attempts++
    emulator.take()
    emulator.asked.length = 0
    Object.assign(emulator.trouble, { lose: 0, refuse: 0, status: undefined, hang: false })
    Object.assign(emulator.ways, { refunds: 'succeeded', payments: 'succeeded', tellsFee: true })
    return attempts
  }
  async function close() {
    await emulator.close()
    expect(emulator.brokenAnswers()).toEqual([])
  }

  const payment = (over: Partial<NewPayment> = {}): NewPayment => ({
    key: `order-${attempts}-${over.method ?? 'card'}`,
    method: 'credit',
    cents: 2999,
    orderId: attempts,
    description: 'Night Bus (WAV Lease)',
    returnUrl: `https://beats.example/payment/confirm?provider=stripe&orderId=${attempts}`,
    cancelUrl: 'https://beats.example/checkout',
    ...over,
  })
  async function started(over: Partial<NewPayment> = {}) {
    const { reference, clientSecret, approvalUrl } = await stripe.startPayment(payment(over))
    return { reference, clientSecret: clientSecret ?? '', approvalUrl: approvalUrl ?? '' }
  }
  async function paidByCard() {
    const { reference, clientSecret } = await started()
    expect(await emulator.confirmCard(clientSecret, VISA)).toBe(200)
    return reference
  }
  const visit = (address: string, query: string) => fetch(`${address}?${query}`, { redirect: 'manual' })
  async function paidByGoogle() {
    const { reference, approvalUrl } = await started({ method: 'google' })
    const response = await visit(approvalUrl, `card=${VISA}`)
    return { reference, backTo: response.headers.get('location') }
  }

  return { emulator, stripe, begin, close, payment, started, visit, paidByCard, paidByGoogle }
}
