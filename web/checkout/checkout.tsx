import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation } from '#web/router/hooks.ts'
import { CYCLES } from '#contract/plans.ts'
import { call } from '#web/api/call.ts'
import { apiQuery } from '#web/api/tools.ts'
import { removeLine } from '#web/cart/cart.tsx'
import { subtotalOf } from '#web/cart/rules.ts'
import { useCart } from '#web/cart/store.ts'
import { StoppedNote } from '#web/house/stopped-note.tsx'
import { price } from '#web/items/format.ts'
import { Link } from '#web/link.tsx'
import { paths } from '#web/paths.ts'
import { SignInFirst } from '#web/session/sign-in-first.tsx'
import { useSignInOnArrival } from '#web/session/use-sign-in-on-arrival.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { Icon } from '#web/ui/icon.tsx'
import { toast } from '#web/ui/toast.ts'
import { ArrowLeft } from '#web/ui/icons.ts'
import { CartLineRow } from './cart-line-row.tsx'
import { useCodes } from './codes.ts'
import { DiscountCodes } from './discount-codes.tsx'
import { endOrder } from './end-order.ts'
import { HoldNote } from './hold-note.tsx'
import { leaveFailure, leftFailure } from './left-failure.ts'
import { PaymentPanel } from './payment-panel.tsx'
import { SandboxBanner } from '#web/ui/sandbox-banner.tsx'
import { ToPayment } from './to-payment.tsx'
import { TroubleBanner } from './trouble-banner.tsx'
import { canBeBought, useOffers, type CheckedLine } from './use-offers.ts'
import { usePayment, type Payment } from './use-payment.ts'

/** Guests see their cart too, but need an account to pay. */
export function Component() {
  const signedIn = useSignInOnArrival()
  useEndOfCanceled(signedIn)
  useEffect(endCartToasts, [])
  const { codes } = useCodes()
  const { items, lines, preview, failed, checkAgain } = useOffers(
    useCart((cart) => cart.lines),
    codes,
  )
  const settings = useQuery(apiQuery(call, 'GET /checkout/settings', undefined))
  const heading = useRef<HTMLHeadingElement>(null)
  const nameField = useRef<HTMLInputElement>(null)
  const payable = lines.filter(canBeBought)
  const total = preview?.total ?? subtotalOf(payable.map(({ line }) => line))
  const needsName =
    settings.data?.legalName === null && payable.some(({ line }) => line.type === 'beat' || line.type === 'pack')
  const payment = usePayment({
    lines: payable.map(({ line }) => line),
    codes,
    total,
    legalName: () => (needsName ? (nameField.current?.value ?? '') : undefined),
    onChanged: checkAgain,
  })
  const remove = (id: string) => {
    removeLine(id)
    heading.current?.focus() // the focused button is gone
  }
  return (
    <>
      {settings.data?.mode === 'sandbox' && <SandboxBanner />}
      <div className="wrap pt-10 md:pt-12">
        <h1 ref={heading} tabIndex={-1} className="disp text-[44px] outline-none md:text-[64px]">
          Checkout
        </h1>
        {lines.length === 0 ? (
          <Empty signedIn={signedIn} />
        ) : (
          <div className="mt-5 grid items-start gap-x-16 gap-y-8 lg:grid-cols-[1fr_440px]">
            {/* the order stays as it is while it is paid */}
            <div inert={payment.paying} className="grid min-w-0 grid-cols-1 gap-6">
              <StoppedNote what="checkout" />
              <Troubles payment={payment} lines={lines} />
              <section aria-labelledby="order-summary">
                <div className="flex items-baseline justify-between pb-3">
                  <h2 id="order-summary" className="text-xl font-bold">
                    Order Summary
                  </h2>
                  <p className="num text-soft">{lines.length === 1 ? '1 item' : `${lines.length} items`}</p>
                </div>
                <ul aria-label="Cart" className="border-b border-rail/60">
                  {lines.map((checked) => (
                    <CartLineRow
                      key={checked.line.id}
                      checked={checked}
                      held={<Held payment={payment} checked={checked} />}
                      onRemove={() => remove(checked.line.id)}
                    />
                  ))}
                </ul>
              </section>
              {lines.some(({ line }) => 'slug' in line) && (
                <DiscountCodes items={items} answers={preview?.codes ?? []} />
              )}
            </div>
            <PaymentPanel
              preview={preview}
              subtotal={subtotalOf(payable.map(({ line }) => line))}
              total={total}
              failed={failed}
              payment={payment}
              settings={settings}
              needsName={needsName}
              agreed={agreedWith(payable)}
              nameField={nameField}
              canPay={signedIn && payable.length > 0}
              signedIn={signedIn}
            />
            {signedIn && payable.length > 0 && <ToPayment items={payable.length} total={total} />}
          </div>
        )}
      </div>
    </>
  )
}

/** Their link leads here, and they would lie over the prices of a phone. */
function endCartToasts() {
  for (const { id } of useCart.getState().lines) toast.dismiss(id)
}

/** A buyer who comes back from the provider without having paid lets others buy what the order held. */
function useEndOfCanceled(signedIn: boolean) {
  const orderId = Number(new URLSearchParams(useLocation().search).get('canceled'))
  useEffect(() => {
    if (!signedIn || !Number.isSafeInteger(orderId) || orderId <= 0) return
    endOrder(orderId)
    history.replaceState(history.state, '', paths.checkout()) // Back from a later payment must not tell of this one
  }, [signedIn, orderId])
}

/**
 * Ends the sentence about the Terms. A plan renews by itself, so its buyer reads the price and the way out before. Only
 * items carry a license, and leave their whole price to a seller.
 */
function agreedWith(lines: CheckedLine[]) {
  const plan = lines[0]?.line
  if (plan?.type === 'subscription')
    return `. It renews by itself for ${price(plan.price)} ${CYCLES[plan.billingCycle].per} until you cancel it on your account page.`
  return lines.some(({ line }) => 'slug' in line) ? ' and to each license here. Slide takes 0%.' : '.'
}

/** Why the buyer is here again: the cart changed, the payment failed, or they came back from the provider. */
function Troubles({ payment: { trouble, card }, lines }: { payment: Payment; lines: CheckedLine[] }) {
  const canceled = new URLSearchParams(useLocation().search).get('canceled')
  const [failure] = useState(leftFailure)
  useEffect(() => leaveFailure(null), [])
  if (trouble?.kind === 'failed' && card) return null // the card form shows it
  if (trouble?.kind === 'failed') return <TroubleBanner tone="bad">{trouble.sentence}</TroubleBanner>
  if (trouble)
    return (
      <TroubleBanner tone="warn">
        <b>{whatChanged(lines)}</b> Nothing was charged. Look it over, then pay.
      </TroubleBanner>
    )
  if (failure) return <TroubleBanner tone="bad">{failure}</TroubleBanner>
  if (canceled !== null) return <TroubleBanner tone="warn">You left before paying. Nothing was charged.</TroubleBanner>
  return null
}

function whatChanged(lines: CheckedLine[]) {
  const changed = lines.filter((checked) => canBeBought(checked) && checked.before !== checked.line.price).length
  if (lines.some((checked) => !canBeBought(checked))) return 'Something in your cart can’t be bought any more.'
  if (changed === 0) return 'Your cart has changed.'
  return changed === 1
    ? 'One price changed since you put it in the cart.'
    : `${changed} prices changed since you put them in the cart.`
}

/** While an order is open, its exclusive license is held. */
function Held({ payment: { card, closeCard, failed }, checked: { line } }: { payment: Payment; checked: CheckedLine }) {
  const end = useCallback(() => {
    closeCard()
    failed('The hold has ended. Press a way to pay to start again.')
  }, [closeCard, failed])
  if (card === 'subscription' || !card?.heldForSeconds || !('licenseType' in line) || line.licenseType !== 'EXCLUSIVE')
    return null
  const { orderId, heldForSeconds } = card
  return <HoldNote key={`${orderId} ${heldForSeconds}`} seconds={heldForSeconds} onEnd={end} />
}

const Empty = ({ signedIn }: { signedIn: boolean }) => (
  <div className="mt-6 grid justify-items-start gap-8">
    <p className="text-lg text-soft">Your cart is empty</p>
    <Link to={paths.browse()} className={buttonClass({ look: signedIn ? 'paper' : 'rail' })}>
      <Icon of={ArrowLeft} size={18} />
      Back to Browse
    </Link>
    {!signedIn && <SignInFirst />}
  </div>
)
