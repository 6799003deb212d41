import { sql, type QueryCreator } from 'kysely'
import { HOLD_MINUTES } from '#contract/cart-limits.ts'
import { builtOnce } from '#server/db/built-once.ts'
import { listed, plannedOnce, type Db, type Tx } from '#server/db/connect.ts'
import type { DB } from '#server/db/types.ts'
import { conflict } from '#server/errors.ts'

const HOLD = HOLD_MINUTES * 60_000
/** The end of a hold ends its order. A buyer can pay in this time; a shorter rest of a hold is not worth it. */
const SHORTEST = 5 * 60_000
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
 * starts again has what is left of the first hold and none for the rest of a day: nobody keeps an item from others for
 * nothing. An order without a hold can be paid until another one gets a hold.
 */
export async function hold(tx: Tx, { orderId, buyerId, itemIds, now }: Holding) {
  if (itemIds.length === 0) return null
  const since = await heldSince(tx, { buyerId, itemIds, now })
  const until = new Date(since.getTime() + HOLD)
  if (until.getTime() - now.getTime() < SHORTEST) return null
  const { rows } = await sql<{ itemId: number }>`
    insert into hold (item_id, order_id, until)
    select item_id, ${orderId}, ${until} from unnest(${itemIds}::bigint[]) as each (item_id)
    order by item_id
    on conflict (item_id) do update set order_id = excluded.order_id, until = excluded.until
      where hold.until <= ${now}
    returning item_id`.execute(tx)
  if (rows.length < itemIds.length)
    throw conflict('held', 'Somebody is buying this exclusively right now. Try again in half an hour.')
  await tx.updateTable('shopOrder').set({ heldSince: since }).where('id', '=', orderId).execute()
  await endOthers(tx, { orderId, itemIds, now })
  return until
}

/** A line of an order that buys one of these items exclusively, by itself or in a pack. */
const takesOneOf = (itemIds: readonly number[]) => sql`line.license_type = 'EXCLUSIVE'
  and line.item_id = any(array(select unnest(${itemIds}::bigint[])
    union select item_id from item_track where beat_id = any(${itemIds}::bigint[]) and removed_at is null))`

/** When the buyer's unpaid orders of the last day began to hold one of these items. */
async function heldSince(tx: Tx, { buyerId, itemIds, now }: Omit<Holding, 'orderId'>) {
  const { rows } = await sql<{ since: Date | null }>`
    select min(held_since) as since from shop_order
    where buyer_id = ${buyerId} and state in ('canceled', 'expired') and held_since > ${new Date(now.getTime() - DAY)}
      and exists (select from order_line line where order_id = shop_order.id and ${takesOneOf(itemIds)})`.execute(tx)
  return rows[0]!.since ?? now
}

/**
 * Ends open orders that would take the same items and have no hold. The next round ends their payments. Skips an order that
 * somebody is deciding about: waiting for it could wait for this one.
 */
const endOthers = (tx: Tx, { orderId, itemIds, now }: Omit<Holding, 'buyerId'>) =>
  sql`with other as (
      select id from shop_order where state = 'open' and id <> ${orderId}
        and exists (select from order_line line where order_id = shop_order.id and ${takesOneOf(itemIds)})
      order by id for update skip locked),
    ended as (
      update shop_order set state = 'expired', closed_at = ${now} from other where shop_order.id = other.id
      returning shop_order.id)
    update payment set due_at = ${now} from ended
    where order_id = ended.id and payment.state in ('starting', 'open', 'processing')`.execute(tx)

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
