import type { Tx } from '#server/db/connect.ts'
import type { NewNotice } from '#server/notifications/index.ts'
import type { App } from '#server/services.ts'
import type { Adjuster } from './adjusters.ts'
import type { LineKinds, PaidLine } from './line-kinds.ts'

/** Somebody who earns basis points of a line that another account sells. */
export type Earner = { accountId: number; points: number }

/** The kinds of lines that are sold, and what takes something off their prices, in this order. */
export type Goods = {
  kinds: LineKinds
  adjusters: readonly Adjuster[]
  /** Finds who else earns lines than their sellers, by the line. Its caller has locked what the lines are about. */
  earners: (tx: Tx, lines: readonly PaidLine[]) => Promise<ReadonlyMap<number, readonly Earner[]>>
}

/** The shop's services, and its goods. */
export type Shop = Goods & { app: App }
/** A room that must know when money goes back. It is told within the transaction, under the order's lock. */
export type Watch = {
  /** An admin has promised money back for lines of an order. */
  refunded: (app: App, tx: Tx, refund: { id: number; orderId: number; reason: string; by: number }) => Promise<void>
  /**
   * A refund was sent: these lines went back whole, also those that came with others for nothing. Returns notices, which
   * are written with those of the refund.
   */
  returned: (
    app: App,
    tx: Tx,
    refund: { id: number; orderId: number; reason: string; lineIds: number[] },
  ) => Promise<NewNotice[]>
  /** The bank of the buyer asks for the payment itself. */
  disputed: (app: App, tx: Tx, orderId: number) => Promise<void>
}
export type WatchedShop = Shop & { watch: Watch }
