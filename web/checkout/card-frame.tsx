import { useState, type FormEvent, type ReactNode } from 'react'
import { useNavigate } from '#web/router/hooks.ts'
import type { StartedOrder } from '#contract/checkout.ts'
import { price } from '#web/items/format.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Lock } from '#web/ui/icons.ts'
import { toast } from '#web/ui/toast.ts'

/** How an attempt ended, as far as the browser knows. `unknown`: the shop asks the provider. */
export type Outcome = 'paid' | 'unknown' | { failure: string }

export type CardProps = { order: StartedOrder; total: number; onFailed: (sentence: string) => void }

/** The common part of all card forms: the button, and the way on. */
export function CardFrame({
  order,
  total,
  onFailed,
  pay,
  children,
}: CardProps & { pay: () => Promise<Outcome>; children: ReactNode }) {
  const navigate = useNavigate()
  const [paying, setPaying] = useState(false)

  async function send() {
    setPaying(true)
    const outcome = await pay().finally(() => setPaying(false))
    if (typeof outcome === 'object') return onFailed(outcome.failure)
    if (outcome === 'paid') toast.success('Payment successful!')
    void navigate(paths.confirmPayment({ sessionId: order.sessionId!, orderId: order.orderId }))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!paying) void send()
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
