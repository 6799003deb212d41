import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#server/db/connect.ts'

/** Somebody owns the item exclusively, by itself or in a pack. */
export const isOwnedExclusively = (item: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from purchase where state = 'owned' and license_type = 'EXCLUSIVE'
    and item_id = any(array(select ${item}::bigint union select track.item_id from item_track track
      where track.beat_id = ${item} and track.removed_at is null)))`

/** Whether a sold item is still sold: its exclusive license may have been refunded meanwhile. */
export async function isStillSold(tx: Tx, itemId: number) {
  const { rows } = await sql<{
    isSold: boolean
  }>`select ${isOwnedExclusively(sql`${itemId}::bigint`)} as is_sold`.execute(tx)
  return rows[0]!.isSold
}
