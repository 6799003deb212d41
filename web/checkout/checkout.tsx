import { ArrowLeft } from '#web/ui/icons.ts'
import { useRef } from 'react'
import { removeLine } from '#web/cart/cart.ts'
import { subtotalOf, TAX } from '#web/cart/rules.ts'
import { useCart } from '#web/cart/store.ts'
import { price } from '#web/items/format.ts'
import { Link } from '#web/link.tsx'
import { paths } from '#web/paths.ts'
import { SignInFirst } from '#web/session/sign-in-first.tsx'
import { useSignInOnArrival } from '#web/session/use-sign-in-on-arrival.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { Icon } from '#web/ui/icon.tsx'
import { CartLineRow } from './cart-line-row.tsx'
import { canBeBought, useOffers, type CheckedLine } from './use-offers.ts'

/** Guests see their cart too, but need an account to pay. */
export function Component() {
  const signedIn = useSignInOnArrival()
  const { lines, failed } = useOffers(useCart((cart) => cart.lines))
  const heading = useRef<HTMLHeadingElement>(null)
  const remove = (id: string) => {
    removeLine(id)
    heading.current?.focus() // the focused button is gone
  }
  return (
    <div className="wrap pt-12 md:pt-16">
      <h1 ref={heading} tabIndex={-1} className="disp text-[44px] outline-none md:text-[64px]">
        Checkout
      </h1>
      {lines.length === 0 ? (
        <Empty signedIn={signedIn} />
      ) : (
        <div className="mt-8 grid items-start gap-x-12 gap-y-8 lg:grid-cols-[1fr_360px]">
          <ul aria-label="Cart" className="min-w-0 border-b border-rail/60">
            {lines.map((checked) => (
              <CartLineRow key={checked.line.id} checked={checked} onRemove={() => remove(checked.line.id)} />
            ))}
          </ul>
          <Summary lines={lines} failed={failed} signedIn={signedIn} />
        </div>
      )}
    </div>
  )
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

function Summary({ lines, failed, signedIn }: { lines: CheckedLine[]; failed: boolean; signedIn: boolean }) {
  const subtotal = subtotalOf(lines.filter(canBeBought).map(({ line }) => line))
  return (
    <section aria-label="Summary" className="grid content-start gap-6 rounded-md bg-curb p-5 md:p-6">
      <dl className="num grid gap-3">
        <Sum name="Subtotal" amount={subtotal} />
        <Sum name="Tax" amount={TAX} />
        <div className="mt-1 flex items-baseline justify-between border-t border-rail pt-4">
          <dt className="text-base font-bold">Total</dt>
          <dd className="disp text-[42px]">{price(subtotal + TAX)}</dd>
        </div>
      </dl>
      {failed && (
        <p role="status" className="text-sm text-warn">
          The prices could not be checked just now.
        </p>
      )}
      <p className="text-soft">Paying opens soon. Your cart stays in this browser until then.</p>
      {!signedIn && <SignInFirst />}
    </section>
  )
}

const Sum = ({ name, amount }: { name: string; amount: number }) => (
  <div className="flex justify-between text-soft">
    <dt>{name}</dt>
    <dd>{price(amount)}</dd>
  </div>
)
