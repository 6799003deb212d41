import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#server/db/connect.ts'

/**
 * Somebody owns the item exclusively, by itself or in a pack. `status` tells it of items that were on sale then: a beat in
 * a pack may have been deleted, taken down or in review.
 */
export const isOwnedExclusively = (item: RawBuilder<unknown>, { exceptIn }: { exceptIn?: number } = {}) =>
  sql<boolean>`exists (select from purchase where state = 'owned' and license_type = 'EXCLUSIVE'
    and item_id = any(array(select ${item}::bigint union select track.item_id from item_track track
      where track.beat_id = ${item} and track.removed_at is null))
    ${exceptIn === undefined ? sql`` : sql`and line_id not in (select id from order_line where order_id = ${exceptIn})`})`

/** Whether an item is sold exclusively now. A refund ends that. */
export async function isSoldNow(tx: Tx, itemId: number) {
  const { rows } = await sql<{
    isSold: boolean
  }>`select ${isOwnedExclusively(sql`${itemId}::bigint`)} as is_sold`.execute(tx)
  return rows[0]!.isSold
}

/** Says why a pack has left the shop. */
export const SOLD_BEAT = 'A beat in this pack was sold exclusively. Take it out.'

/** The title of a track in a pack that is a beat whose exclusive rights somebody has. */
export const soldBeatIn = async (tx: Tx, packId: number) =>
  (
    await tx
      .selectFrom('itemTrack')
      .innerJoin('item as beat', 'beat.id', 'itemTrack.beatId')
      .where('itemTrack.itemId', '=', packId)
      .where('itemTrack.removedAt', 'is', null)
      .where(sql<boolean>`(beat.status = 'sold' or ${isOwnedExclusively(sql`beat.id`)})`)
      .select('itemTrack.title')
      .executeTakeFirst()
  )?.title

/**
 * Tracks in packs of the same seller lead to the beat that has the same bytes now: they leave the shop if it is sold
 * exclusively.
 */
export const leadTracksTo = (tx: Tx, beatId: number) =>
  sql`update item_track set beat_id = beat.id
    from item beat join item_file master on master.item_id = beat.id and master.role = 'master' and master.is_present,
      item pack
    where beat.id = ${beatId} and beat.kind = 'beat' and item_track.sha256 = master.sha256 and item_track.beat_id is null
      and pack.id = item_track.item_id and pack.kind = 'pack' and pack.owner_id = beat.owner_id`.execute(tx)
