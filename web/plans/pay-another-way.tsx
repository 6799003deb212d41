import type { LibrarySubscription } from '#contract/billing.ts'
import { subscribe } from '#web/cart/cart.tsx'
import { subscriptionLine } from '#web/cart/service-lines.ts'
import { useNavigate } from '#web/router/hooks.ts'
import { Button } from '#web/ui/button.tsx'

/** Buys a plan anew whose renewal has failed. The new one takes its place when it is paid. */
export function PayAnotherWay({ subscription: { plan, billingCycle } }: { subscription: LibrarySubscription }) {
  const navigate = useNavigate()
  return <Button onClick={() => subscribe(subscriptionLine(plan, billingCycle), navigate)}>Pay another way</Button>
}
