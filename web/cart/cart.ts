import { paths } from '#web/paths.ts'
import { readStored, writeStored } from '#web/stored.ts'
import { toast } from '#web/ui/toast.ts'
import { nameOf, type CartLine } from './lines.ts'
import { linesFrom, refusal } from './rules.ts'
import { KEY, useCart } from './store.ts'

export { useCart }

/** True if the browser refused to store the cart. The cart then lasts as long as this page. */
let unsaved = false

/** The present lines; another tab may have changed them. */
function current() {
  if (unsaved) return useCart.getState().lines
  return linesFrom(readStored(KEY))
}

function keep(lines: CartLine[]) {
  unsaved = !writeStored(KEY, lines.length ? lines : null)
  useCart.setState({ lines })
}

/** Called at the start, and when another tab has changed the cart. */
export const loadCart = () => useCart.setState({ lines: current() })

/** Adds a line and shows a toast. Returns false when the line was refused. */
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

/** Replaces the cart with this line and opens the checkout. */
export function buyNow(line: CartLine, navigate: (to: string) => unknown) {
  keep([line])
  navigate(paths.checkout())
}

/** Opens the checkout with a higher license, which takes the place of the same license bought anew. */
export function upgrade(line: CartLine, navigate: (to: string) => unknown) {
  const others = current().filter(({ id }) => id !== line.id)
  const refused = refusal(others, line)
  if (refused) return void toast.error(refused)
  keep([...others, line])
  navigate(paths.checkout())
}

export const removeLine = (id: string) => keep(current().filter((line) => line.id !== id))

/** Replaces the checked line by a corrected one. A pack that got another license meanwhile is left alone. */
export const mendLine = (looked: CartLine, line: CartLine) =>
  keep(current().map((old) => (nameOf(old) === nameOf(looked) ? line : old)))

export const clearCart = () => keep([])
