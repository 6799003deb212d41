import { sql } from 'kysely'
import type { Tx } from '#server/db/connect.ts'

/**
 * Orders that keep credits of one person and refunds that take some back take turns: at once, both would count on the
 * same credits. Referrals by one person do so, too, and the deletion of the account. It comes after an order’s locks and
 * before those of items.
 */
export const takeCreditsTurn = (tx: Tx, owner: number) =>
  sql`select pg_advisory_xact_lock(hashtext('credits'), ${owner}::int)`.execute(tx)
