import { sql } from 'kysely'
import { countOf, countUpTo, keepCount, keptCount, type Reader } from './counts.ts'
import { conditionOf, orders, type ItemFilter, type Page } from './filter.ts'

/** The number of items that pages can reach. No query counts or skips further. */
export const REACH = 1_000

export type Found = { ids: number[]; totalItems: number; capped: boolean }

/** One page of the items on sale in an order. */
export async function listItems(
  app: Reader,
  filter: ItemFilter,
  order: keyof typeof orders,
  { page, limit }: Page,
): Promise<Found> {
  const { where } = conditionOf(filter)
  const offset = page * limit
  if (offset >= REACH) return { ids: [], ...(await countUpTo(app, REACH, where)) }

  const key = JSON.stringify(filter)
  const known = keptCount(app, key)
  const { rows } = await sql<{ itemId: number; items?: number }>`
    select item_id ${known ? sql`` : sql`, ${countOf(where, REACH)} as items`} from item_search where ${where}
    order by ${orders[order]} limit ${Math.min(limit, REACH - offset)} offset ${offset}`.execute(app.db)
  const ids = rows.map(({ itemId }) => itemId)
  const counted = known ?? (rows[0]?.items === undefined ? undefined : keepCount(app, key, rows[0].items, REACH))
  if (!counted) return { ids, ...(offset ? await countUpTo(app, REACH, where) : { totalItems: 0, capped: false }) }
  return { ids, ...counted, totalItems: Math.max(counted.totalItems, ids.length && offset + ids.length) }
}
