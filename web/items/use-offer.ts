import type { Item } from '#contract/item.ts'
import { lineOf, useCart } from '#web/cart/store.ts'
import { useSession } from '#web/session/session.ts'

/** Tells whether a visitor can buy an item, has it in the cart, or owns it. */
export function useOffer(item: Pick<Item, 'kind' | 'id' | 'ownerId'>): 'forSale' | 'inCart' | 'own' {
  const isOwn = useSession((session) => session.auth?.userId) === item.ownerId
  const isInCart = useCart(({ lines }) => lineOf(lines, item) !== undefined)
  if (isOwn) return 'own'
  return isInCart ? 'inCart' : 'forSale'
}
