import { MOST_LINES } from '#contract/cart-limits.ts'
import { listFrom } from '#web/stored.ts'
import { nameOf, type CartLine } from './lines.ts'
import { lineFrom } from './stored-lines.ts'

/** The valid lines of a stored cart, each once. */
export function linesFrom(stored: unknown): CartLine[] {
  const lines = listFrom(stored, lineFrom)
  return lines.filter(({ id }, at) => lines.findIndex((other) => other.id === id) === at)
}

/** The lines that a line takes the place of: other licenses, or other promotions, of the same item. */
export const replacedBy = (lines: CartLine[], line: CartLine) =>
  'licenseType' in line || line.type === 'promotion'
    ? lines.filter((other) => subjectOf(other) === subjectOf(line) && nameOf(other) !== nameOf(line))
    : []

/** beat:7:MP3 → beat:7, promo:BEAT:7:premium:14 → promo:BEAT:7 */
const subjectOf = ({ id, type }: CartLine) =>
  id
    .split(':')
    .slice(0, type === 'promotion' ? 3 : 2)
    .join(':')

/** The reason why a line can't be added; null if it can. */
export function refusal(lines: CartLine[], { id, type }: CartLine) {
  if (lines.some((line) => line.id === id)) return `You already added this ${type} to the cart`
  if (lines.length === 0) return null
  if (lines.length >= MOST_LINES) return 'Your cart is full. Check out first, or remove something.'
  if (type === 'subscription')
    return 'Subscriptions cannot be added together with other items. Please checkout separately.'
  if (lines.some((line) => line.type === 'subscription'))
    return 'You cannot add other items while a subscription is in the cart. Please checkout separately.'
  return null
}

/** In dollars. Adds in cents, which have no rounding errors. */
export const subtotalOf = (lines: CartLine[]) =>
  lines.reduce((cents, { price, qty }) => cents + Math.round(price * 100) * qty, 0) / 100

export const TAX = 0
