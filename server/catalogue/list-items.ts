import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/db/connect.ts'
import { countUpTo } from './counts.ts'
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
  const [{ rows }, counted] = await Promise.all([
    offset >= REACH ? { rows: [] } : pageOfIds(db, where, orders[order], { offset, limit: Math.min(limit, REACH - offset) }),
    countUpTo(db, REACH, where),
  ])
  const ids = rows.map(({ itemId }) => itemId)
  return { ids, ...counted, totalItems: Math.max(counted.totalItems, ids.length && offset + ids.length) }
} // prettier-ignore

const pageOfIds = (
  db: Db,
  where: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  { offset, limit }: { offset: number; limit: number },
) =>
  sql<{ itemId: number }>`select item_id from item_search where ${where}
    order by ${order} limit ${limit} offset ${offset}`.execute(db)
