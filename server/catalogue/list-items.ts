import { sql } from 'kysely'
import type { Db } from '#server/db/connect.ts'
import { countOf, countUpTo, keepCount, keptCount } from './counts.ts'
import { conditionOf, orders, type ItemFilter, type Page } from './filter.ts'

/** Nobody turns more pages than this holds, and no query counts or skips further. */
export const REACH = 1_000

export type Found = { ids: number[]; totalItems: number; capped: boolean }

/** One page of what is on sale, in an order. */
export async function listItems(
  db: Db,
  filter: ItemFilter,
  order: keyof typeof orders,
  { page, limit }: Page,
): Promise<Found> {
  const { where } = conditionOf(filter)
  const offset = page * limit
  if (offset >= REACH) return { ids: [], ...(await countUpTo(db, REACH, where)) }

  const key = JSON.stringify(filter)
  const known = keptCount(db, key)
  const { rows } = await sql<{ itemId: number; items?: number }>`
    select item_id ${known ? sql`` : sql`, ${countOf(where, REACH)} as items`} from item_search where ${where}
    order by ${orders[order]} limit ${Math.min(limit, REACH - offset)} offset ${offset}`.execute(db)
  const ids = rows.map(({ itemId }) => itemId)
  const counted = known ?? (rows[0]?.items === undefined ? undefined : keepCount(db, key, rows[0].items, REACH))
  if (!counted) return { ids, ...(offset ? await countUpTo(db, REACH, where) : { totalItems: 0, capped: false }) }
  return { ids, ...counted, totalItems: Math.max(counted.totalItems, ids.length && offset + ids.length) }
}
