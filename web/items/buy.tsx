import { kitLine, type Buyable } from '#web/cart/lines.ts'
import { show } from '#web/ui/show.ts'
import { LicenseChooser } from './license-chooser.tsx'
import { putInCart } from './put-in-cart.tsx'

/** Puts a kit into the cart, or opens the licenses of a beat or pack. */
export function buy(item: Buyable) {
  if (item.kind === 'KIT') void putInCart(kitLine(item))
  else show(<LicenseChooser item={item} />)
}
