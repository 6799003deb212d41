import type { CartItem, LineItem } from '#contract/checkout.ts'
import type { LicenseType } from '#contract/license-types.ts'
import type { Db, Tx } from '#server/db/connect.ts'
import type { NewNotice } from '#server/notifications/index.ts'
import type { Discount } from '#server/pricing/price-order.ts'
import type { SubscriptionPrice } from '#server/payments/port-subscriptions.ts'
import type { App } from '#server/services.ts'
import type { Charge } from './subscribed.ts'

/** A line as it is offered to a buyer now. */
export type Offer =
  | ({ state: 'available' } & AvailableOffer)
  | { state: 'gone' | 'own' | 'owned' | 'waiting'; why?: string }
type AvailableOffer = {
  cents: number
  license: { id: number; name: string } | null
  title: string
  /** What is bought of it: a license, a kit, a plan. */
  label: string
  /** Null: what is sold is no item. */
  itemId: number | null
  /** The house account sells what the shop itself offers. */
  sellerId: number
  /** The items that nobody else may be buying exclusively meanwhile. */
  needs: number[]
  /** The items that this line buys exclusively. */
  takes: number[]
  /** The purchase that this one replaces. */
  upgradeOf: number | null
  /** What is taken off for something that the line replaces. */
  discount: (Omit<Discount, 'lines' | 'off'> & { off: { cents: number } }) | null
  /** The most that credits may take off, in cents. Without it the line takes none. */
  credits?: number
}

/** A paid line, as its kind grants it. */
export type PaidLine = {
  id: number
  itemId: number | null
  sellerId: number
  kind: CartItem['type']
  licenseType: LicenseType | null
  title: string
  label: string
  totalCents: number
  upgradeOf: number | null
  /** What was asked for, of a line that sells no item. */
  asked: CartItem | null
  /** The price, before anything is taken off. */
  cents: number
  /** The seller's part of the price, as far as it has not gone back; others may share it. */
  sellerCents: number
}
/** `charge`: the payment is one of a subscription. */
export type PaidOrder = {
  id: number
  buyerId: number
  buyerName: string | null
  paidAt: Date
  charge: Charge | null
}

/**
 * A line whose money goes back; `sellerReturnedCents` is the part of it that its seller gives. `isWhole`: nothing of it
 * stays, so the buyer loses what they got. `isLost`: a bank took the money for good, after a dispute.
 */
export type ReturnedLine = PaidLine & {
  returnedCents: number
  sellerReturnedCents: number
  isWhole: boolean
  isLost?: boolean
}

/** A guest has no account. */
export type Buyer = { id: number | null; now: Date }

/** A kind of line that can be bought. The room that sells it passes it to the checkout, which knows no such room. */
export type LineKind = {
  /** The price at which a line renews by itself. Missing: it is paid once. */
  renewal?: (item: CartItem) => SubscriptionPrice
  /** Finds the offers for lines of this kind, in their order. */
  offers: (db: Db | Tx, items: readonly CartItem[], buyer: Buyer) => Promise<Offer[]>
  /** The facts that lines of this kind show of their items, in their order. Missing: they sell no items. */
  facts?: (db: Db | Tx, items: readonly CartItem[]) => Promise<(LineItem | null)[]>
  /** Locks what the lines are about, before anything of the order is decided. */
  lock: (tx: Tx, lines: readonly PaidLine[]) => Promise<void>
  /** Gives each line to its buyer. A sentence says why a line could not be given; its money goes back. */
  grant: (app: App, tx: Tx, order: PaidOrder, line: PaidLine) => Promise<string | null>
  /**
   * Brings counters and the shop up to date after all lines of an order were given. Returns notices, which are written with
   * those of the sale: inboxes are locked last.
   */
  granted: (app: App, tx: Tx, order: PaidOrder, lines: readonly PaidLine[]) => Promise<NewNotice[]>
  /** Takes back what a line gave. */
  revoke: (app: App, tx: Tx, line: ReturnedLine) => Promise<void>
  /** Brings counters and the shop up to date after all lines were taken back. */
  revoked?: (app: App, tx: Tx, lines: readonly ReturnedLine[]) => Promise<void>
  /** A dispute about a part of the payment was lost, and took so many cents of the line. The buyer keeps what it gave. */
  shrink?: (app: App, tx: Tx, line: PaidLine & { lostCents: number }) => Promise<void>
}
export type LineKinds = Record<CartItem['type'], LineKind>

/**
 * One kind may stand for several types of lines: it gets all of its lines at once. Kinds lock in the order in which the shop
 * names them, whatever the order of the lines.
 */
export function linesByKind<Line extends PaidLine>(kinds: LineKinds, lines: readonly Line[]) {
  const order = Object.values(kinds)
  const byKind = [...Map.groupBy(lines, ({ kind }) => kinds[kind])]
  return new Map(byKind.toSorted(([one], [other]) => order.indexOf(one) - order.indexOf(other)))
}
