import { ShoppingBag } from '#web/ui/icons.ts'
import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useNavigate } from '#web/router/hooks.ts'
import type { ItemDetail } from '#contract/item-detail.ts'
import { cartCode } from '#web/cart/cart-code.ts'
import { nameOf, type CartLine } from '#web/cart/lines.ts'
import { useCart } from '#web/cart/store.ts'
import { price } from '#web/items/format.ts'
import { kinds } from '#web/items/kinds.ts'
import { useOffer } from '#web/items/use-offer.ts'
import { Link } from '#web/link.tsx'
import { tellLoadTrouble } from '#web/on-demand/load-trouble.ts'
import { onDemand } from '#web/on-demand/on-demand.ts'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useRootMark } from '#web/ui/use-root-mark.ts'

const putting = onDemand(() => import('#web/items/put-in-cart.tsx'))

type Props = { item: ItemDetail; line: CartLine }

/** The price of a license, and the ways to buy it. On a phone a bar offers them while this is out of sight. */
export function Total({ item, line }: Props) {
  const total = useRef<HTMLDivElement>(null)
  const isSeen = useIsSeen(total)
  const isOwn = useOffer(item) === 'own'
  return (
    <div ref={total} className="grid content-end gap-2">
      <p aria-live="polite" className="mb-2 flex items-end justify-between">
        <span className="text-soft">Total</span>
        <span className="disp num text-[42px]">{cost(line)}</span>
      </p>
      {isOwn ? <p className="text-soft">This {kinds[item.kind].one} is your own.</p> : <Buttons line={line} />}
      {!isOwn && isSeen === false && createPortal(<BuyBar item={item} line={line} />, document.body)}
    </div>
  )
}

const cost = (line: CartLine) => (line.price > 0 ? price(line.price) : 'Free')

function Buttons({ line }: Pick<Props, 'line'>) {
  const navigate = useNavigate()
  return (
    <>
      <AddToCart line={line} />
      <Button className="h-12" onClick={() => cartCode.use(({ buyNow }) => buyNow(line, navigate))}>
        Buy Now
      </Button>
    </>
  )
}

function AddToCart({ line }: Pick<Props, 'line'>) {
  const isInCart = useCart(({ lines }) => lines.some((other) => nameOf(other) === nameOf(line)))
  const wasPressed = useRef(false)
  // the pressed button goes, and would take the focus with it
  const takeFocus = (link: HTMLAnchorElement | null) => {
    if (wasPressed.current) link?.focus({ preventScroll: true })
    wasPressed.current = false
  }
  const add = async () => {
    wasPressed.current = true
    try {
      const { putInCart } = await putting.load()
      if (await putInCart(line)) return
    } catch (error) {
      tellLoadTrouble(error)
    }
    wasPressed.current = false
  }
  if (isInCart)
    return (
      <Link ref={takeFocus} to={paths.checkout()} className={buttonClass({ look: 'paper' }, 'h-12')}>
        <Icon of={ShoppingBag} size={19} />
        In your cart: view it
      </Link>
    )
  return (
    <Button look="paper" className="h-12" onClick={() => void add()}>
      <Icon of={ShoppingBag} size={19} />
      Add to cart
    </Button>
  )
}

function BuyBar({ item, line }: Props) {
  useRootMark('buying')
  return (
    <section
      aria-label="Buy"
      className="fixed inset-x-0 bottom-[calc(var(--nav)+var(--player)+var(--tray))] z-20 flex h-16 items-center gap-3 border-t border-rail/60 bg-wall px-4 short:hidden lg:hidden"
    >
      <p className="min-w-0 flex-1">
        <span className="block truncate text-[13px] text-soft">
          {'licenseName' in line ? line.licenseName : kinds[item.kind].name}
        </span>
        <span className="disp num block text-[24px]">{cost(line)}</span>
      </p>
      <AddToCart line={line} />
    </section>
  )
}

/** Whether an element is on the screen. Null until the browser has looked. */
function useIsSeen(element: { current: HTMLElement | null }) {
  const [isSeen, setIsSeen] = useState<boolean | null>(null)
  useEffect(() => {
    const watch = new IntersectionObserver(([entry]) => setIsSeen(entry!.isIntersecting))
    if (element.current) watch.observe(element.current)
    return () => watch.disconnect()
  }, [element])
  return isSeen
}
