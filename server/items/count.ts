import { sql } from 'kysely'
import { countPlay as countPlayOfOwner } from '#server/accounts/index.ts'
import type { LicenseType } from '#contract/license-terms.ts'
import type { Tx } from '#server/db/connect.ts'
import { queueForCharts } from '#server/search/index.ts'

/** Changes of a counter by the id of the item. Each function returns the new counts. */
type Counts = ReadonlyMap<number, number>

export const countComment = (tx: Tx, counts: Counts) => count(tx, 'comments', counts)
export const countDownload = (tx: Tx, counts: Counts) => count(tx, 'downloads', counts)

export async function countLike(tx: Tx, counts: Counts) {
  const likes = await count(tx, 'likes', counts)
  await queueForCharts(tx, [...counts.keys()])
  return likes
}

/** Counts plays for the items and for their owners. */
export async function countPlay(tx: Tx, counts: Counts) {
  const plays = await count(tx, 'plays', counts)
  await queueForCharts(tx, [...counts.keys()])
  await countPlayOfOwner(tx, await byOwner(tx, counts))
  return plays
}

type Sale = { itemId: number; license: LicenseType | null; by: 1 | -1 }

/** Counts sales of items and of their licenses; a refund counts -1. */
export async function countSale(tx: Tx, sales: Sale[]) {
  const counts = new Map<number, number>()
  for (const { itemId, by } of sales) counts.set(itemId, (counts.get(itemId) ?? 0) + by)
  const total = await count(tx, 'sales', counts)
  for (const { itemId, license, by } of sales.toSorted((a, b) => a.itemId - b.itemId))
    if (license)
      await tx
        .updateTable('license')
        .set((set) => ({ sold: set('sold', '+', by) }))
        .where('itemId', '=', itemId)
        .where('type', '=', license)
        .execute()
  await queueForCharts(tx, [...counts.keys()])
  return total
}

/** Locks the items' counters in the order of their ids (docs/architecture.md, 'Locks'). */
async function count(tx: Tx, counter: 'plays' | 'likes' | 'comments' | 'sales' | 'downloads', counts: Counts) {
  const ids = [...counts.keys()]
  const column = sql.ref(counter)
  if (ids.length > 1)
    await sql`select from item_stat where item_id = any(${ids}::bigint[]) order by item_id for update`.execute(tx)
  const { rows } = await sql<{ itemId: number; total: number }>`
    update item_stat set ${column} = item_stat.${column} + changed.by
    from unnest(${ids}::bigint[], ${[...counts.values()]}::int[]) as changed (item_id, by)
    where item_stat.item_id = changed.item_id
    returning item_stat.item_id, item_stat.${column} as total`.execute(tx)
  return new Map(rows.map(({ itemId, total }) => [itemId, total]))
}

async function byOwner(tx: Tx, counts: Counts) {
  const { rows } = await sql<{ ownerId: number; by: number }>`
    select owner_id, sum(changed.by) as by
    from unnest(${[...counts.keys()]}::bigint[], ${[...counts.values()]}::int[]) as changed (item_id, by)
    join item on item.id = changed.item_id group by owner_id`.execute(tx)
  return new Map(rows.map(({ ownerId, by }) => [ownerId, by]))
}
