import type { CartItem } from '#contract/checkout.ts'
import type { Db } from '#server/db/connect.ts'

/** A line as it is offered to a buyer now. */
export type Offer =
  | { state: 'available'; cents: number; license: { id: number; name: string } | null }
  | { state: 'gone' | 'own' }

/**
 * The things that can be bought. The rooms that sell them pass these to the checkout, which itself knows none of them.
 */
export type LineKind = {
  /** Finds the offers for lines of this kind, in their order. A guest has no account. */
  offers: (db: Db, items: readonly CartItem[], buyer: number | null) => Promise<Offer[]>
}
export type LineKinds = Record<CartItem['type'], LineKind>
