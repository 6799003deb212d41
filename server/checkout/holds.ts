import { sql, type QueryCreator } from 'kysely'
import { builtOnce } from '#server/db/built-once.ts'
import { listed, plannedOnce, type Db, type Tx } from '#server/db/connect.ts'
import type { DB } from '#server/db/types.ts'
import { conflict } from '#server/errors.ts'

/** As long as a checkout may keep an exclusive license from others. */
const HOLD = 30 * 60_000

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

/** Keeps items for an order, and says how long. Of several orders at once one gets a hold; the others are told. */
export async function hold(tx: Tx, orderId: number, itemIds: readonly number[], now: Date) {
  if (itemIds.length === 0) return null
  const until = new Date(now.getTime() + HOLD)
  const { rows } = await sql<{ itemId: number }>`
    insert into hold (item_id, order_id, until)
    select item_id, ${orderId}, ${until} from unnest(${itemIds}::bigint[]) as each (item_id)
    order by item_id
    on conflict (item_id) do update set order_id = excluded.order_id, until = excluded.until
      where hold.until <= ${now}
    returning item_id`.execute(tx)
  if (rows.length < itemIds.length)
    throw conflict('held', 'Somebody is buying this exclusively right now. Try again in half an hour.')
  return until
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
