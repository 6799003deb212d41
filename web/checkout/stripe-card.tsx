import { useEffect, useRef, useState } from 'react'
import { Failed } from '#web/ui/failed.tsx'
import { Fault } from '#web/ui/fault.tsx'
import { CardFrame, type CardProps, type Outcome } from './card-frame.tsx'
import { isDecline, openStripe, type Stripe } from './stripe-script.ts'

/** The look of `.control`. The colors of this site are unknown in Stripe's frame. */
const BASE = { color: '#f7f4ec', iconColor: '#f7f4ec', fontSize: '16px', '::placeholder': { color: '#a29d92' } }

type Open = { stripe: Stripe; elements: ReturnType<Stripe['elements']> }

/** Stripe's card form. Its fields lie in Stripe's frame, so card numbers never reach this shop. */
export function StripeCard({ publishableKey, ...props }: CardProps & { publishableKey: string }) {
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
      const { error, paymentIntent } = await open.stripe.confirmCardPayment(props.order.clientSecret!, {
        payment_method: { card },
      })
      if (!error) return paymentIntent?.status === 'succeeded' ? 'paid' : 'unknown'
      return isDecline(error) ? { failure: `${error.message ?? 'Payment failed'} Nothing was charged.` } : 'unknown'
    } catch {
      return 'unknown'
    }
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
