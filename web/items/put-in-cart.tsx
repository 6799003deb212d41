import { addToCart, replacedInCart } from '#web/cart/cart.tsx'
import type { CartLine } from '#web/cart/lines.ts'
import { ask } from '#web/ui/ask.ts'
import { price } from './format.ts'

/** Adds a line. Asks first if it takes the place of another license of its item. Returns whether it was added. */
export async function putInCart(line: CartLine) {
  const [old] = replacedInCart(line)
  return (!old || (await agrees(old, line))) && addToCart(line)
}

const agrees = (old: CartLine, line: CartLine) =>
  ask({
    title: 'Replace the license in your cart?',
    text: `${line.title} is in your cart with ${named(old)}. ${named(line)} takes its place.`,
    action: 'Replace',
  })

const named = (line: CartLine) => ('licenseName' in line ? `${line.licenseName} (${price(line.price)})` : line.title)
