import { sql } from 'kysely'
import type { Tx } from '#server/db/connect.ts'

/** A change of name or plan empties the cards of the account's items; everybody locks them before an account. */
export const lockCards = (tx: Tx, ownerId: number) =>
  sql`select from item_card join item on id = item_id where owner_id = ${ownerId}
    order by item_id for update of item_card`.execute(tx)
