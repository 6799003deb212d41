import { useEffect, useRef, type FormEvent, type ReactNode } from 'react'
import { useNavigate } from '#web/router/hooks.ts'
import type { StartedOrder } from '#contract/checkout.ts'
import { price } from '#web/items/format.ts'
import { onDemand } from '#web/on-demand/on-demand.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Lock } from '#web/ui/icons.ts'
import { toast } from '#web/ui/toast.ts'
import { waitsForCode } from './codes.ts'

/**
 * How an attempt ended, as far as the browser knows. Without words the shop asks the provider. Null: the failure is shown
 * already.
 */
export type Outcome =
  | { order: StartedOrder; said?: 'Payment successful!' | 'Subscription started!' }
  | { failure: string }
  | null

export type CardProps = {
  /** Null: the order is started with the card, as for a subscription. */
  order: StartedOrder | null
  total: number
  onFailed: (sentence: string) => void
  /** A payment is on its way. */
  paying: boolean
  onPaying: (paying: boolean) => void
  onCard: (card: string) => Promise<StartedOrder | null>
}

// the next page tells how the payment stands, so its code is here before a line can break while paying
const confirmation = onDemand(() => import('./confirm.tsx'))

/** The common part of all card forms: the button, and the way on. */
export function CardFrame({
  total,
  onFailed,
  paying,
  onPaying,
  pay,
  children,
}: Pick<CardProps, 'total' | 'onFailed' | 'paying' | 'onPaying'> & {
  pay: () => Promise<Outcome>
  children: ReactNode
}) {
  const navigate = useNavigate()
  const isHere = useRef(true)
  useEffect(() => void confirmation.load().catch(() => {}), [])
  // without its form a provider may never answer; the shop ends this order before it begins another one
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
      onPaying(false)
    }
  }, [onPaying])

  async function send() {
    onPaying(true)
    const outcome = await pay().finally(() => isHere.current && onPaying(false))
    if (!outcome) return
    if ('failure' in outcome) return onFailed(outcome.failure)
    const { order, said } = outcome
    if (said) toast.success(said)
    void navigate(paths.confirmPayment({ sessionId: order.sessionId!, orderId: order.orderId }))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!paying && !waitsForCode()) void send()
  }
  return (
    <form aria-label="Credit card" onSubmit={submit} className="grid gap-4" method="post">
      {children}
      <Button type="submit" look="paper" loading={paying} className="h-12">
        <Icon of={Lock} size={17} />
        Pay {price(total)}
      </Button>
    </form>
  )
}
