import { Link } from '#web/link.tsx'
import { paths } from '#web/paths.ts'
import { readStored, writeStored } from '#web/stored.ts'
import { toast } from '#web/ui/toast.ts'
import { nameOf, type CartLine } from './lines.ts'
import { linesFrom, refusal, replacedBy } from './rules.ts'
import { KEY, useCart } from './store.ts'

export { useCart }

/** In milliseconds. A toast with a link stays longer than one that is only read. */
const LONG_ENOUGH_TO_PRESS = 6000

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

/** The cart with this line, which takes the place of other licenses of its item; null, and a toast, when it is refused. */
function withLine(line: CartLine, lines = current()): CartLine[] | null {
  const replaced = replacedBy(lines, line)
  const others = lines.filter((other) => !replaced.includes(other))
  const refused = refusal(others, line)
  if (!refused) return [...others, line]
  loadCart()
  toast.error(refused)
  return null
}

/** The licenses that would leave the cart if this line came. */
export const replacedInCart = (line: CartLine) => replacedBy(current(), line)

/** Adds a line and shows a toast. Returns false when the line was refused. */
export function addToCart(line: CartLine): boolean {
  const lines = withLine(line)
  if (!lines) return false
  keep(lines)
  toast.success(
    <>
      {line.type === 'kit' ? 'Kit added to cart' : 'Added to cart'}
      <Link to={paths.checkout()} className="ml-3 font-semibold underline">
        View cart
      </Link>
    </>,
    { id: line.id, duration: LONG_ENOUGH_TO_PRESS },
  )
  return true
}

/** Replaces the cart with this line and opens the checkout. */
export function buyNow(line: CartLine, navigate: (to: string) => unknown) {
  keep([line])
  navigate(paths.checkout())
}

/** Opens the checkout with lines that take the place of the same ones. The first refused line stops it, with a toast. */
function checkOut(lines: readonly CartLine[], navigate: (to: string) => unknown, leave: (old: CartLine) => boolean) {
  let cart: CartLine[] | null = current().filter((old) => !leave(old))
  for (const line of lines) {
    cart = withLine(line, cart)
    if (!cart) return
  }
  keep(cart)
  navigate(paths.checkout())
}

/** A higher license takes the place of the same license bought anew. */
export const upgrade = (line: CartLine, navigate: (to: string) => unknown) =>
  checkOut([line], navigate, ({ id }) => id === line.id)

/** A plan takes the place of another plan. Other items refuse it. */
export const subscribe = (line: CartLine, navigate: (to: string) => unknown) =>
  checkOut([line], navigate, ({ type }) => type === 'subscription')

/** Promotions come beside what is in the cart. */
export const promote = (lines: readonly CartLine[], navigate: (to: string) => unknown) =>
  checkOut(lines, navigate, ({ id }) => lines.some((line) => line.id === id))

export const removeLine = (id: string) => keep(current().filter((line) => line.id !== id))

/** Replaces the checked line by a corrected one. A pack that got another license meanwhile is left alone. */
export const mendLine = (looked: CartLine, line: CartLine) =>
  keep(current().map((old) => (nameOf(old) === nameOf(looked) ? line : old)))
