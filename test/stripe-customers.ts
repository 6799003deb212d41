import { declined, invalid, type createBooks } from './stripe-books.ts'
import { CARD, newId } from './stripe-objects.ts'
import type { Customer, PaymentMethod } from './stripe-subscription-objects.ts'

export const DECLINED = 'pm_card_chargeDeclined'

/** Stripe's customers and their cards. */
export function createCustomers({ keep, get, all }: ReturnType<typeof createBooks>, now: () => number) {
  function newCustomer({
    payment_method,
    metadata = {},
  }: {
    payment_method?: string
    metadata?: Record<string, string>
  }) {
    if (payment_method === DECLINED) throw declined()
    const id = newId('cus')
    if (payment_method) saveCard(payment_method, id)
    const basics = { created: now(), livemode: false, metadata }
    return keep<Customer>({ id, object: 'customer', ...basics })
  }

  /** A test card is another card at each use. Any other card has one customer for good. */
  function saveCard(id: string, customer: string) {
    if (!id.startsWith('pm_card_') && all<PaymentMethod>('payment_method').some((card) => card.id === id))
      throw invalid('The payment method you provided has already been attached to a customer.')
    const basics = { created: now(), livemode: false, metadata: {}, type: 'card' as const, billing_details: {} }
    keep<PaymentMethod>({ id, object: 'payment_method', customer, ...basics, card: CARD })
  }

  const paymentMethod = (id: string | undefined) => get<PaymentMethod>('payment_method', id)
  return { newCustomer, paymentMethod }
}
