import { expect } from 'vitest'
import { openProviders } from '#server/payments/open-providers.ts'
import { openPayPal } from '#server/payments/paypal/paypal.ts'
import type { NewPayment, Provider } from '#server/payments/port.ts'
import { PAYPAL_SECRETS, startPayPal } from './paypal-emulator.ts'

/** Payments at an emulator of PayPal, and a buyer who pays there. */
export async function createPayPalPayments() {
  const emulator = await startPayPal()
  const [paypal] = (await openProviders(
    { paymentsMode: 'test', paypal: PAYPAL_SECRETS, stripe: undefined },
    { paypal: emulator.address },
  )) as [Provider]
  const another = (over: Partial<typeof PAYPAL_SECRETS> = {}, timeout?: number) =>
    openPayPal({ ...PAYPAL_SECRETS, ...over }, { live: false, address: emulator.address, timeout })

  let attempts = 0

  /** Everything at PayPal works again, and nothing waits. Returns the number of the next order. */
  function begin() {
    attempts++
    emulator.take()
    emulator.asked.length = 0
    Object.assign(emulator.trouble, { lose: 0, refuse: 0, status: undefined, hang: false })
    Object.assign(emulator.ways, { captures: 'COMPLETED', refunds: 'COMPLETED' })
    return attempts
  }
  async function close() {
    await emulator.close()
    expect(emulator.brokenAnswers()).toEqual([])
  }

  const payment = (over: Partial<NewPayment> = {}): NewPayment => ({
    key: `order-${attempts}`,
    method: 'paypal',
    cents: 2999,
    orderId: attempts,
    description: 'Night Bus (WAV Lease)',
    returnUrl: `https://beats.example/payment/confirm?provider=paypal&orderId=${attempts}`,
    cancelUrl: 'https://beats.example/checkout',
    ...over,
  })
  async function started(over: Partial<NewPayment> = {}) {
    const { reference, approvalUrl } = await paypal.startPayment(payment(over))
    return { reference, approvalUrl: approvalUrl ?? '' }
  }
  const visit = async (address: string, choice: string) =>
    (await fetch(`${address}&choice=${choice}`, { redirect: 'manual' })).headers.get('location')
  const capture = (reference: string, key = `capture-${reference}`) => paypal.capturePayment({ key, reference })
  async function paid() {
    const { reference, approvalUrl } = await started()
    await visit(approvalUrl, 'approve')
    await capture(reference)
    return reference
  }

  return { emulator, paypal, another, begin, close, payment, started, visit, capture, paid }
}
