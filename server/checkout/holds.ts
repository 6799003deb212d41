import { sql, type QueryCreator } from 'kysely'
import { builtOnce } from '#server/db/built-once.ts'
import { listed, plannedOnce, type Db, type Tx } from '#server/db/connect.ts'
import type { DB } from '#server/db/types.ts'
import { conflict } from '#server/errors.ts'

/** As long as a checkout may keep an exclusive license from others. */
const HOLD = 30 * 60_000
const DAY = 24 * 60 * 60_000

type Asking = { buyer: number | null; now: Date }

/** The items among these that somebody else is about to buy exclusively. */
export async function heldByOthers(db: Db | Tx, itemIds: readonly number[], { buyer, now }: Asking) {
  if (itemIds.length === 0) return new Set<number>()
  const rows = await selectHeld(db, { itemIds, buyer, now })
  return new Set(rows.map(({ itemId }) => itemId))
}

const selectHeld = builtOnce((db, { itemIds, buyer, now }: Asking & { itemIds: readonly number[] }) =>
  db
    .selectFrom('hold')
    .innerJoin('shopOrder', 'shopOrder.id', 'hold.orderId')
    .where(sql<boolean>`item_id = any(${listed(itemIds)})`)
    .where('until', '>', now)
    .where('shopOrder.buyerId', 'is distinct from', buyer)
    .select('itemId')
    .modifyEnd(plannedOnce),
)

type Holding = { orderId: number; buyerId: number; itemIds: readonly number[]; now: Date }

/**
 * Keeps items for an order, and says how long. Of several orders at once one gets a hold; the others are told. A buyer who
 * starts again has what is left of the first hold and none for the rest of a day: nobody keeps an item from others for nothing.
 */
export async function hold(tx: Tx, { orderId, buyerId, itemIds, now }: Holding) {
  if (itemIds.length === 0) return null
  const since = await heldBefore(tx, { buyerId, now })
  const untilOf = (itemId: number) => new Date((since.get(itemId) ?? now).getTime() + HOLD)
  const kept = itemIds.map((itemId) => ({ itemId, until: untilOf(itemId) })).filter(({ until }) => until > now)
  if (kept.length === 0) return null
  const { rows } = await sql<{ until: Date }>`
    insert into hold (item_id, order_id, until)
    select item_id, ${orderId}, until from unnest(${kept.map(({ itemId }) => itemId)}::bigint[],
      ${kept.map(({ until }) => until)}::timestamptz[]) as each (item_id, until)
    order by item_id
    on conflict (item_id) do update set order_id = excluded.order_id, until = excluded.until
      where hold.until <= ${now}
    returning until`.execute(tx)
  if (rows.length < kept.length)
    throw conflict('held', 'Somebody is buying this exclusively right now. Try again in half an hour.')
  return new Date(Math.min(...rows.map(({ until }) => until.getTime())))
}

/** When a buyer's unpaid orders of the last day began to keep items. */
async function heldBefore(tx: Tx, { buyerId, now }: Pick<Holding, 'buyerId' | 'now'>) {
  const { rows } = await sql<{ itemId: number; since: Date }>`
    select taken.item_id, min(created_at) as since from shop_order
      join order_line line on line.order_id = shop_order.id and line.license_type = 'EXCLUSIVE'
      cross join lateral (select line.item_id union select beat_id from item_track
        where item_track.item_id = line.item_id and removed_at is null and beat_id is not null) taken
    where buyer_id = ${buyerId} and shop_order.state in ('canceled', 'expired')
      and created_at > ${new Date(now.getTime() - DAY)}
    group by taken.item_id`.execute(tx)
  return new Map(rows.map(({ itemId, since }) => [itemId, since]))
}

/** The end of an order's holds; null if it holds nothing. */
export const holdOf = async (db: Db | Tx, orderId: number) =>
  (
    await db
      .selectFrom('hold')
      .where('orderId', '=', orderId)
      .select((least) => least.fn.min('until').as('until'))
      .executeTakeFirstOrThrow()
  ).until

export const releaseHolds = (db: QueryCreator<DB>, orderId: number) =>
  db.deleteFrom('hold').where('orderId', '=', orderId)
