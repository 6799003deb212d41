import type { ReactNode } from 'react'
import { LEAST_CARD, TOO_SMALL } from '#contract/cart-limits.ts'
import type { CheckoutSettings, PaymentMethod, StartedOrder } from '#contract/checkout.ts'
import { Icon } from '#web/ui/icon.tsx'
import { ArrowRight, ChevronDown, ChevronUp, CreditCard, Nfc, Wallet } from '#web/ui/icons.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { SandboxCard } from './sandbox-card.tsx'
import { StripeCard } from './stripe-card.tsx'
import { TroubleBanner } from './trouble-banner.tsx'
import type { Payment } from './use-payment.ts'

const names = {
  paypal: { label: 'Pay with PayPal', icon: Wallet },
  credit: { label: 'Pay with Credit Card', icon: CreditCard },
  google: { label: 'Pay with Google Pay', icon: Nfc },
}

type Props = { settings: CheckoutSettings; payment: Payment; total: number }

/** The ways to pay. PayPal and Google Pay leave the page at once; the card opens its form in place. */
export const PaymentMethods = ({ settings, payment, total }: Props) => (
  <div className="grid gap-2.5">
    {total < LEAST_CARD / 100 && (
      <p className="text-sm text-soft">
        {TOO_SMALL} {!settings.methods.includes('paypal') && 'Add something to your cart.'}
      </p>
    )}
    {payable(settings.methods, total).map((method) => (
      <Method key={method} method={method} payment={payment}>
        {method === 'credit' && payment.card && (
          <Card
            key={payment.card === 'subscription' ? payment.card : payment.card.orderId}
            order={payment.card === 'subscription' ? null : payment.card}
            total={total}
            publishableKey={settings.publishableKey}
            payment={payment}
          />
        )}
      </Method>
    ))}
  </div>
)

const payable = (methods: readonly PaymentMethod[], total: number) =>
  methods.filter((method) => method === 'paypal' || total >= LEAST_CARD / 100)

type CardProps = { order: StartedOrder | null; payment: Payment; total: number; publishableKey: string | null }

/** The form of Stripe, or of the sandbox, which has no key. */
const Card = ({ payment, publishableKey, ...order }: CardProps) => {
  const { trouble, tries, failed, subscribe, paying, setPaying } = payment
  const props = { ...order, paying, onPaying: setPaying, onFailed: failed, onCard: subscribe }
  return (
    <div className="grid gap-4 px-4 pb-4">
      {trouble?.kind === 'failed' && (
        <TroubleBanner key={tries} tone="bad">
          {trouble.sentence} Try another card or another way to pay.
        </TroubleBanner>
      )}
      {publishableKey === null ? <SandboxCard {...props} /> : <StripeCard {...props} publishableKey={publishableKey} />}
    </div>
  )
}

type MethodProps = { method: PaymentMethod; payment: Payment; children: ReactNode }

function Method({ method, payment: { start, starting, paying, closeCard }, children }: MethodProps) {
  const { label, icon } = names[method]
  const isOpen = Boolean(children)
  return (
    <div className="rounded-sm border border-rail has-[form]:border-ink">
      <button
        type="button"
        className="flex min-h-13 w-full items-center gap-3 px-4 text-left font-semibold"
        aria-disabled={starting !== null || paying || undefined}
        {...(method === 'credit' && { 'aria-expanded': isOpen })}
        onClick={() => paying || (isOpen ? closeCard() : void start(method))}
      >
        <Icon of={icon} size={20} className="flex-none text-soft" />
        <span className="flex-1">{label}</span>
        {starting === method ? (
          <Spinner />
        ) : (
          <Icon of={method === 'credit' ? (isOpen ? ChevronUp : ChevronDown) : ArrowRight} size={18} />
        )}
      </button>
      {children}
    </div>
  )
}
