import type { ReactNode } from 'react'
import type { PaymentMethod, StartedOrder } from '#contract/checkout.ts'
import { Icon } from '#web/ui/icon.tsx'
import { ArrowRight, ChevronDown, ChevronUp, CreditCard, Nfc, Wallet } from '#web/ui/icons.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { CardForm } from './card-form.tsx'
import { TroubleBanner } from './trouble-banner.tsx'
import type { Payment } from './use-payment.ts'

const names = {
  paypal: { label: 'Pay with PayPal', icon: Wallet },
  credit: { label: 'Pay with Credit Card', icon: CreditCard },
  google: { label: 'Pay with Google Pay', icon: Nfc },
}

type Props = { methods: readonly PaymentMethod[]; payment: Payment; total: number }

/** The ways to pay. PayPal and Google Pay leave the page at once; the card opens its form in place. */
export const PaymentMethods = ({ methods, payment, total }: Props) => (
  <div className="grid gap-2.5">
    {methods.map((method) => (
      <Method key={method} method={method} payment={payment}>
        {method === 'credit' && payment.card && <Card order={payment.card} payment={payment} total={total} />}
      </Method>
    ))}
  </div>
)

const Card = ({ order, payment, total }: { order: StartedOrder; payment: Payment; total: number }) => (
  <div className="grid gap-4 px-4 pb-4">
    {payment.trouble?.kind === 'failed' && (
      <TroubleBanner key={payment.tries} tone="bad">
        {payment.trouble.sentence} Try another card or another way to pay.
      </TroubleBanner>
    )}
    <CardForm key={order.orderId} order={order} total={total} onFailed={payment.failed} />
  </div>
)

type MethodProps = { method: PaymentMethod; payment: Payment; children: ReactNode }

function Method({ method, payment: { start, starting, closeCard }, children }: MethodProps) {
  const { label, icon } = names[method]
  const isOpen = Boolean(children)
  return (
    <div className="rounded-sm border border-rail has-[form]:border-ink">
      <button
        type="button"
        className="flex min-h-13 w-full items-center gap-3 px-4 text-left font-semibold"
        aria-disabled={starting !== null || undefined}
        {...(method === 'credit' && { 'aria-expanded': isOpen })}
        onClick={() => (isOpen ? closeCard() : void start(method))}
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
