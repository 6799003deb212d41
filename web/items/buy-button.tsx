import type { MouseEvent, ReactNode } from 'react'
import type { Item } from '#contract/item.ts'
import { Link } from '#web/link.tsx'
import { onDemand } from '#web/on-demand/on-demand.ts'
import { paths } from '#web/paths.ts'
import { buttonClass, type ButtonStyle } from '#web/ui/button-class.ts'
import { cx } from '#web/ui/cx.ts'
import { price } from './format.ts'
import { useOffer } from './use-offer.ts'

type Props = ButtonStyle & { item: Item; className?: string; children?: ReactNode }

const buying = onDemand(() => import('./buy.tsx'))

/**
 * The price. A press opens the licenses, or puts a kit into the cart. Before hydration it is a link to the item page. Of
 * an item in the cart it leads there; of an own item it is only a price.
 */
export function BuyButton({ item, className, children, look, size }: Props) {
  const offer = useOffer(item)
  const cost = item.price > 0 ? price(item.price) : 'Free'
  const style = (extra: string) => buttonClass({ look, size }, cx('num max-md:h-11', extra, className))
  function press(event: MouseEvent) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    buying.use(({ buy }) => buy(item))
  }
  if (offer === 'own')
    return (
      <span className={style('pointer-events-none border-transparent bg-transparent text-soft')}>
        <span className="sr-only">{item.title} is your own, </span>
        {cost}
      </span>
    )
  if (offer === 'inCart')
    return (
      <Link to={paths.checkout()} className={style('')}>
        In cart<span className="sr-only">: {item.title}</span>
      </Link>
    )
  return (
    <Link to={paths.item(item)} onClick={press} className={style('')}>
      <span className="sr-only">Buy {item.title}, </span>
      {children}
      {cost}
    </Link>
  )
}
