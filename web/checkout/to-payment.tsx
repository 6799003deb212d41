import { useEffect, useState } from 'react'
import { price } from '#web/items/format.ts'
import { buttonClass } from '#web/ui/button-class.ts'

/** On a phone: the total and a way down to it, as long as the payment is not in view. It lies over the navigation. */
export function ToPayment({ items, total }: { items: number; total: number }) {
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    const panel = document.getElementById('payment')
    if (!panel) return
    const watcher = new IntersectionObserver(([entry]) => setSeen(entry?.isIntersecting ?? false))
    watcher.observe(panel)
    return () => watcher.disconnect()
  }, [])
  if (seen) return null
  return (
    <div className="fixed inset-x-0 bottom-0 z-41 flex items-center justify-between gap-4 border-t border-rail bg-wall px-4 py-3 lg:hidden">
      <p>
        <span className="block text-sm text-soft">Total, {items === 1 ? '1 item' : `${items} items`}</span>
        <b className="disp num text-[26px]">{price(total)}</b>
      </p>
      <a href="#payment" className={buttonClass({ look: 'paper' })}>
        To payment
      </a>
    </div>
  )
}
