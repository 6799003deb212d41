import { useEffect, useRef, useState } from 'react'
import type { StartedOrder } from '#contract/checkout.ts'
import { sentenceOf } from '#web/api/failure.ts'
import { Failed } from '#web/ui/failed.tsx'
import { Fault } from '#web/ui/fault.tsx'
import { CardFrame, type CardProps, type Outcome } from './card-frame.tsx'
import { isDecline, openStripe, type CardElement, type Stripe } from './stripe-script.ts'

/** The look of `.control`. The colors of this site are unknown in Stripe's frame. */
const BASE = { color: '#f7f4ec', iconColor: '#f7f4ec', fontSize: '16px', '::placeholder': { color: '#a29d92' } }

type Open = { stripe: Stripe; elements: ReturnType<Stripe['elements']> }

/** Stripe's card form. Its fields lie in Stripe's frame, so card numbers never reach this shop. */
export function StripeCard({ publishableKey, ...props }: CardProps & { publishableKey: string }) {
  const { order } = props
  const host = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState<Open>()
  const [attempt, setAttempt] = useState(0)
  const [isBroken, setBroken] = useState(false)
  const [fault, setFault] = useState<string>()

  useEffect(() => {
    let end = () => {}
    let isOver = false
    openStripe(publishableKey).then(
      (stripe) => {
        if (isOver || !host.current) return
        const elements = stripe.elements()
        const card = elements.create('card', { style: { base: BASE } })
        card.on('ready', () => card.focus())
        card.on('change', ({ error }) => setFault(error?.message))
        card.mount(host.current)
        end = () => card.destroy()
        setOpen({ stripe, elements })
      },
      () => isOver || setBroken(true),
    )
    return () => {
      isOver = true
      end()
    }
  }, [publishableKey, attempt])

  async function pay(): Promise<Outcome> {
    if (!open) return { failure: 'Stripe has not loaded yet.' }
    const card = open.elements.getElement('card')
    if (!card) return { failure: 'Card element not found' }
    try {
      return await (order ? payOnce(open.stripe, order, card) : subscribe(open.stripe, card))
    } catch (error) {
      return order ? { order } : { failure: sentenceOf(error, 'Payment failed.') }
    }
  }

  async function payOnce(stripe: Stripe, started: StartedOrder, card: CardElement): Promise<Outcome> {
    const { error, paymentIntent } = await stripe.confirmCardPayment(started.clientSecret!, {
      payment_method: { card },
    })
    if (error && isDecline(error)) return { failure: `${error.message ?? 'Payment failed.'} Nothing was charged.` }
    return paymentIntent?.status === 'succeeded' ? { order: started, said: 'Payment successful!' } : { order: started }
  }

  /** Gives the card to Stripe first. Its bank may ask its holder afterwards. */
  async function subscribe(stripe: Stripe, card: CardElement): Promise<Outcome> {
    const { error, paymentMethod } = await stripe.createPaymentMethod({ type: 'card', card })
    if (!paymentMethod) return { failure: error?.message ?? 'Payment failed.' }
    const started = await props.onCard(paymentMethod.id)
    if (!started?.clientSecret) return started && { order: started, said: 'Subscription started!' }
    const answer = await stripe.confirmCardPayment(started.clientSecret)
    if (answer.error && isDecline(answer.error))
      return { failure: `${answer.error.message ?? 'Payment failed.'} Nothing was charged.` }
    return { order: started, ...(!answer.error && { said: 'Subscription started!' as const }) }
  }

  if (isBroken)
    return (
      <Failed
        again={() => {
          setBroken(false)
          setAttempt(attempt + 1)
        }}
      >
        The card form could not be loaded. Try again, or pay another way.
      </Failed>
    )
  return (
    <CardFrame {...props} pay={pay}>
      <div role="group" aria-label="Card" className="grid gap-1.5">
        <p className="font-semibold">Card</p>
        <div ref={host} className="control h-12 content-center focus-within:outline-2 focus-within:outline-ink" />
        {fault && <Fault role="alert">{fault}</Fault>}
      </div>
    </CardFrame>
  )
}
