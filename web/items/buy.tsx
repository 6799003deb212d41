import { addToCart } from '#web/cart/cart.ts'
import { kitLine, type Buyable } from '#web/cart/lines.ts'
import { show } from '#web/ui/show.ts'
import { LicenseChooser } from './license-chooser.tsx'

/** A press on a price: a kit goes into the cart, a beat or pack opens its licenses. */
export function buy(item: Buyable) {
  if (item.kind === 'KIT') addToCart(kitLine(item))
  else show(<LicenseChooser item={item} />)
}
