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

/** The other beats of the same sellers with the same masters as these items. With a master that waits for its review, too: see `lockItems`. */
export const twinsOf = (
  ids: RawBuilder<unknown>,
  { withProposed = false } = {},
) => sql`select twin.id from item_file own
  join item self on self.id = own.item_id
  join item_file same on same.sha256 = own.sha256 and same.role = 'master'
    and (same.is_present or (same.is_proposed and ${withProposed}::boolean))
  join item twin on twin.id = same.item_id and twin.id <> self.id and twin.owner_id = self.owner_id and twin.kind = 'beat'
  where own.item_id in (${ids}) and own.role = 'master' and own.is_present`

/** Somebody owns another beat of the same seller with the same master exclusively. */
export const isTwinOwned = (item: RawBuilder<unknown>, except: { exceptIn?: number } = {}) =>
  sql<boolean>`exists (select from (${twinsOf(sql`select ${item}`)}) other
    where ${isOwnedExclusively(sql`other.id`, except)})`

/** Whether an item is sold exclusively now. A refund ends that. */
export async function isSoldNow(tx: Tx, itemId: number) {
  const { rows } = await sql<{
    isSold: boolean
  }>`select ${isOwnedExclusively(sql`${itemId}::bigint`)} as is_sold`.execute(tx)
  return rows[0]!.isSold
}

/** Says why a pack has left the shop. */
export const SOLD_BEAT = 'A beat in this pack was sold exclusively. Take it out.'

/** Says why a beat can't go on sale. */
export const SOLD_IN_PACK = 'This beat was sold exclusively in a pack, so it can’t go on sale.'

/** Says why an item is its seller's draft again. */
export const SALE_REFUNDED = 'Its exclusive sale was refunded.'

/** Says why a beat has left the shop. */
export const SOLD_TWIN = 'Another beat of exactly this file was sold exclusively.'

/** Why items that were on sale stay off sale, by their ids: what somebody owns exclusively is in them, or is the same file. */
export async function whyOffOf(tx: Tx, ids: number[]) {
  const { rows } = await sql<{ id: number; why: string | null }>`
    select item.id, case when exists (select from item_track held join item beat on beat.id = held.beat_id
        where held.item_id = item.id and held.removed_at is null and ${isSold}) then ${SOLD_BEAT}
      when item.kind = 'beat' and ${isOwnedExclusively(sql`item.id`)} then ${SOLD_IN_PACK}
      when ${isTwinOwned(sql`item.id`)} then ${SOLD_TWIN} end as why
    from item where item.id = any(${ids}::bigint[])`.execute(tx)
  return new Map(rows.flatMap(({ id, why }) => (why === null ? [] : [[id, why] as const])))
}

export const whyOff = async (tx: Tx, itemId: number) => (await whyOffOf(tx, [itemId])).get(itemId) ?? null

export async function isTwinSold(tx: Tx, itemId: number) {
  const { rows } = await sql<{ isSold: boolean }>`select ${isTwinOwned(sql`${itemId}::bigint`)} as is_sold`.execute(tx)
  return rows[0]!.isSold
}

/** SQL: somebody has exclusive rights in the row `beat`. */
const isSold = sql<boolean>`(beat.status = 'sold' or ${isOwnedExclusively(sql`beat.id`)} or ${isTwinOwned(sql`beat.id`)})`

/** The title of a track in a pack that is a beat whose exclusive rights somebody has. */
export const soldBeatIn = async (tx: Tx, packId: number) =>
  (
    await tx
      .selectFrom('itemTrack')
      .innerJoin('item as beat', 'beat.id', 'itemTrack.beatId')
      .where('itemTrack.itemId', '=', packId)
      .where('itemTrack.removedAt', 'is', null)
      .where(isSold)
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
