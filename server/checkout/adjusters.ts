import type { CartItem } from '#contract/checkout.ts'
import type { LicenseType } from '#contract/license-types.ts'
import type { Db, Tx } from '#server/db/connect.ts'
import type { OrderLineState } from '#server/db/types.ts'
import type { Discount, PricedLine } from '#server/pricing/price-order.ts'

/** A line of a cart that can be bought, for rooms that take something off. */
export type AdjustedLine = {
  /** Names the line in discounts. */
  id: string
  kind: CartItem['type']
  itemId: number | null
  sellerId: number
  licenseType: LicenseType | null
  /** What is left of its price after its own discount. */
  cents: number
  /** It replaces a lower license. */
  isUpgrade: boolean
  /** The most credits that it takes, in cents. */
  credits: number
}
export type AdjustedCart = {
  lines: readonly AdjustedLine[]
  /** Null: a guest. */
  buyer: number | null
  now: Date
  /** The codes that the buyer typed, in capitals, each once. */
  typed: readonly string[]
}

/** A code that the buyer typed. */
export type Typed = {
  text: string
  /** False counts as a guess. */
  isKnown: boolean
  /** The `source` of its discount; null: it makes none. */
  source: number | null
  /** Why it takes nothing off: a sentence for the buyer. */
  why: string
}

type Adjusted = {
  /** In their order. Several in one place are alternatives: the best one counts. */
  places: readonly (Discount | readonly Discount[])[]
  typed?: readonly Typed[]
}

type StoredOrder = { id: number; buyerId: number; now: Date }
/** A line of a stored order, with its discounts. */
export type StoredLine = Pick<PricedLine<{ id: string; cents: number }>, 'adjustments'> & { lineId: number }
type RefundedLine = {
  id: number
  orderId: number
  state: OrderLineState
  totalCents: number
  /** Before this refund. */
  refundedCents: number
  returnedCents: number
}

/**
 * Takes something off prices. The room that does it passes it to the checkout, which knows no such room. An order's state
 * says what its discounts keep: everything while it is open, and nothing after it ended unpaid.
 */
export type Adjuster = {
  /** Finds the discounts for a cart. */
  adjust: (db: Db | Tx, cart: AdjustedCart) => Promise<Adjusted>
  /** Makes sure that a new order may keep what it takes. False: somebody else has used it up meanwhile. */
  reserve?: (tx: Tx, order: StoredOrder, lines: readonly StoredLine[]) => Promise<boolean>
  /** Waits for other orders and refunds of a buyer. It comes before the lines of an order whose money goes back are locked. */
  takeTurn?: (tx: Tx, buyerId: number) => Promise<unknown>
  /** An order that something was taken off was paid, and these of its lines were given. */
  spend?: (tx: Tx, order: StoredOrder, lineIds: readonly number[]) => Promise<void>
  /** The money of a line went back. */
  giveBack?: (tx: Tx, line: RefundedLine, refund: { id: number; now: Date }) => Promise<void>
}
