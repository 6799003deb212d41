import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, type RefObject } from 'react'
import { ADJUSTMENT_KINDS } from '#contract/adjustment-kinds.ts'
import type { CheckoutSettings, OrderPreview } from '#contract/checkout.ts'
import { TAX } from '#web/cart/rules.ts'
import { price } from '#web/items/format.ts'
import { Link } from '#web/link.tsx'
import { paths } from '#web/paths.ts'
import { SignInFirst } from '#web/session/sign-in-first.tsx'
import { Button } from '#web/ui/button.tsx'
import { Failed } from '#web/ui/failed.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { PaymentMethods } from './payment-methods.tsx'
import type { Payment } from './use-payment.ts'

type Props = {
  preview: OrderPreview | null
  subtotal: number
  total: number
  failed: boolean
  payment: Payment
  settings: Pick<UseQueryResult<CheckoutSettings>, 'data' | 'isError' | 'refetch'>
  needsName: boolean
  /** Holds what is typed: it leaves with the account that typed it. */
  nameField: RefObject<HTMLInputElement | null>
  /** The end of the sentence about the Terms. */
  agreed: string
  canPay: boolean
  signedIn: boolean
}

export const PaymentPanel = ({ preview, subtotal, total, failed, payment, signedIn, canPay, ...props }: Props) => (
  <section id="payment" aria-label="Payment" className="grid content-start gap-5 rounded-md bg-curb p-5 md:p-6">
    <h2 className="text-xl font-bold">Payment</h2>
    <dl className="num grid gap-2.5">
      <Sum name="Subtotal" amount={preview?.subtotal ?? subtotal} />
      {discountsOf(preview).map(([reason, amount]) => (
        <Sum key={reason} name={reason} amount={-amount} />
      ))}
      <Sum name="Tax" amount={TAX} />
      <div className="mt-1 flex items-baseline justify-between border-t border-rail pt-4">
        <dt className="font-bold">Total</dt>
        <dd className="disp text-[42px] leading-none">{price(total)}</dd>
      </div>
    </dl>
    {failed && (
      <p role="status" className="text-sm text-warn">
        The prices could not be checked just now.
      </p>
    )}
    {!signedIn && <SignInFirst />}
    {canPay && <Pay payment={payment} total={total} {...props} />}
    {signedIn && !canPay && (
      <p className="text-soft">Nothing in your cart can be bought now. The note at each item says why.</p>
    )}
  </section>
)

type PayProps = Pick<Props, 'payment' | 'total' | 'settings' | 'needsName' | 'nameField' | 'agreed'>

const Pay = ({ payment, total, settings, needsName, nameField, agreed }: PayProps) => (
  <>
    {needsName && <LegalName fault={payment.nameFault} field={nameField} />}
    {settings.data && total > 0 && <PaymentMethods settings={settings.data} payment={payment} total={total} />}
    {settings.data && total === 0 && (
      <Button
        look="paper"
        className="h-12"
        loading={payment.starting !== null}
        onClick={() => void payment.start('credit')}
      >
        Complete order
      </Button>
    )}
    {settings.isError && !settings.data && (
      <Failed again={settings.refetch}>The ways to pay could not be loaded.</Failed>
    )}
    <p className="text-sm text-dim">
      By paying you agree to the{' '}
      <Link to={paths.terms()} className="underline">
        Terms
      </Link>
      {agreed}
    </p>
  </>
)

function LegalName({ fault, field }: { fault: string | undefined; field: Props['nameField'] }) {
  // the buyer pressed a way to pay, below the field
  useEffect(() => {
    if (fault) field.current?.focus()
  }, [fault, field])
  return (
    <Field label="Your legal name" hint="For your licenses. Only you and the producer see it." error={fault}>
      {(control) => <Input {...control} ref={field} autoComplete="name" maxLength={120} />}
    </Field>
  )
}

/** The discounts, added up for each reason, in the order in which they are taken off. */
function discountsOf(preview: OrderPreview | null): [reason: string, amount: number][] {
  const all = preview?.lines.flatMap(({ adjustments }) => adjustments) ?? []
  const sums = new Map<string, number>()
  for (const { reason, amount } of ADJUSTMENT_KINDS.flatMap((kind) => all.filter((one) => one.kind === kind)))
    sums.set(reason, (sums.get(reason) ?? 0) + Math.round(amount * 100))
  return [...sums].map(([reason, cents]) => [reason, cents / 100])
}

const Sum = ({ name, amount }: { name: string; amount: number }) => (
  <div className="flex justify-between gap-4 text-soft">
    <dt>{name}</dt>
    <dd>{amount < 0 ? `−${price(-amount)}` : price(amount)}</dd>
  </div>
)
