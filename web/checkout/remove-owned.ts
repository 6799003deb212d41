import { call } from '#web/api/call.ts'
import { loadCart, removeLine } from '#web/cart/cart.tsx'
import { itemOf } from '#web/cart/offer.ts'
import { useCart } from '#web/cart/store.ts'

/**
 * Takes out of the cart what its buyer has by now. Other lines stay: they may have come after the order began. If the call
 * fails, the checkout still says which ones are owned.
 */
export async function removeOwned() {
  loadCart() // this page may be new
  const { lines } = useCart.getState()
  if (lines.length === 0) return
  const preview = await call('POST /checkout/preview', { body: { items: lines.map(itemOf) } }).catch(() => null)
  preview?.lines.forEach(({ state }, nth) => state === 'owned' && removeLine(lines[nth]!.id))
}
