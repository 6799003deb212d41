import { addToCart } from '#web/cart/cart.ts'
import { kitLine, type Buyable } from '#web/cart/lines.ts'
import { show } from '#web/ui/show.ts'
import { LicenseChooser } from './license-chooser.tsx'

/** Puts a kit into the cart, or opens the licenses of a beat or pack. */
export function buy(item: Buyable) {
  if (item.kind === 'KIT') addToCart(kitLine(item))
  else show(<LicenseChooser item={item} />)
}
