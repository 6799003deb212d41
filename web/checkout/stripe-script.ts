const ADDRESS = 'https://js.stripe.com/endive/stripe.js'

/** The parts of Stripe.js that the checkout uses. */
export type Stripe = {
  elements: () => StripeElements
  createPaymentMethod: (data: {
    type: 'card'
    card: CardElement
  }) => Promise<{ error?: StripeError; paymentMethod?: { id: string } }>
  confirmCardPayment: (
    clientSecret: string,
    data?: { payment_method: { card: CardElement } },
  ) => Promise<{ error?: StripeError; paymentIntent?: { status: string } }>
}
type StripeElements = {
  create: (type: 'card', options: { style: { base: ElementStyle } }) => CardElement
  getElement: (type: 'card') => CardElement | null
}
type ElementStyle = { color: string; fontSize: string; iconColor: string; '::placeholder': { color: string } }
export type CardElement = {
  mount: (host: HTMLElement) => void
  destroy: () => void
  focus: () => void
  on(type: 'ready', act: () => void): void
  on(type: 'change', act: (change: { error?: { message: string } }) => void): void
}
type StripeError = { type: string; code?: string; message?: string }

declare global {
  // oxlint-disable-next-line no-var -- a script declares it
  var Stripe: ((publishableKey: string) => Stripe) | undefined
}

let loading: Promise<void> | undefined

/** Loads Stripe's script once. Stripe wants it from its own address alone. A failed load may be tried again. */
export async function openStripe(publishableKey: string): Promise<Stripe> {
  loading ??= loadScript().catch((error: unknown) => {
    loading = undefined
    throw error
  })
  await loading
  if (!globalThis.Stripe) throw new Error('Stripe’s script gave nothing.')
  return globalThis.Stripe(publishableKey)
}

const loadScript = () =>
  new Promise<void>((loaded, failed) => {
    const script = document.createElement('script')
    script.src = ADDRESS
    script.addEventListener('load', () => loaded())
    script.addEventListener('error', () => {
      script.remove()
      failed(new Error('Stripe’s script could not be loaded.'))
    })
    document.head.append(script)
  })

/** Stripe answers these before any money moves. After every other error the outcome is unknown. */
export const isDecline = ({ type, code }: StripeError) =>
  type === 'card_error' || type === 'validation_error' || code === 'payment_intent_authentication_failure'
