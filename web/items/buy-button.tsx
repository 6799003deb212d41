import type { MouseEvent, ReactNode } from 'react'
import { Link } from '#web/link.tsx'
import { onDemand } from '#web/on-demand/on-demand.ts'
import { paths } from '#web/paths.ts'
import type { Buyable } from '#web/cart/lines.ts'
import { buttonClass, type ButtonStyle } from '#web/ui/button-class.ts'
import { cx } from '#web/ui/cx.ts'
import { price } from './format.ts'

type Props = ButtonStyle & { item: Buyable; className?: string; children?: ReactNode }

const buying = onDemand(() => import('./buy.tsx'))

/**
 * The price. A press opens the licenses, or puts a kit into the cart. Before hydration it is a link to the item page.
 */
export function BuyButton({ item, className, children, ...style }: Props) {
  function press(event: MouseEvent) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    buying.use(({ buy }) => buy(item))
  }
  return (
    <Link to={paths.item(item)} onClick={press} className={buttonClass(style, cx('num max-md:h-11', className))}>
      <span className="sr-only">Buy {item.title}, </span>
      {children}
      {item.price > 0 ? price(item.price) : 'Free'}
    </Link>
  )
}
