import type { CartItem } from '#contract/checkout.ts'
import type { Db } from '#server/db/connect.ts'

/** A line as it is offered to a buyer now. */
export type Offer =
  | { state: 'available'; cents: number; license: { id: number; name: string } | null }
  | { state: 'gone' | 'own' }

/** A kind of line that can be bought. The room that sells it passes it to the checkout, which knows no such room. */
export type LineKind = {
  /** Finds the offers for lines of this kind, in their order. A guest has no account. */
  offers: (db: Db, items: readonly CartItem[], buyer: number | null) => Promise<Offer[]>
}
export type LineKinds = Record<CartItem['type'], LineKind>
