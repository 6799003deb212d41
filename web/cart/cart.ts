import { paths } from '#web/paths.ts'
import { readStored, writeStored } from '#web/stored.ts'
import { toast } from '#web/ui/toast.ts'
import { nameOf, type CartLine } from './lines.ts'
import { linesFrom, refusal } from './rules.ts'
import { KEY, useCart } from './store.ts'

export { useCart }

/** Storage that is full or closed to us: the cart then lives as long as this page. */
let unsaved = false

/** As it is now: another tab may have changed it since. */
function current() {
  if (unsaved) return useCart.getState().lines
  return linesFrom(readStored(KEY))
}

function keep(lines: CartLine[]) {
  unsaved = !writeStored(KEY, lines.length ? lines : null)
  useCart.setState({ lines })
}

/** At the start, and when another tab has written. */
export const loadCart = () => useCart.setState({ lines: current() })

/** Says what happened; false when the line was refused. */
export function addToCart(line: CartLine): boolean {
  const lines = current()
  const refused = refusal(lines, line)
  if (refused) {
    useCart.setState({ lines })
    toast.error(refused)
    return false
  }
  keep([...lines, line])
  toast.success(line.type === 'kit' ? 'Kit added to cart' : 'Added to cart')
  return true
}

/** This alone, and off to the checkout. */
export function buyNow(line: CartLine, navigate: (to: string) => unknown) {
  keep([line])
  navigate(paths.checkout())
}

export const removeLine = (id: string) => keep(current().filter((line) => line.id !== id))

/** In the place of the one that was looked at; a pack may have got another license meanwhile. */
export const mendLine = (looked: CartLine, line: CartLine) =>
  keep(current().map((old) => (nameOf(old) === nameOf(looked) ? line : old)))

export const clearCart = () => keep([])
