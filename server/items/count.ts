import { sql } from 'kysely'
import { countPlay as countPlayOfOwner } from '#server/accounts/index.ts'
import type { LicenseType } from '#contract/license-terms.ts'
import type { Tx } from '#server/db/connect.ts'
import { queueForCharts } from '#server/search/index.ts'

/** A change of an item's counter, and the day on which the history counts it. Each function returns the new totals by item. */
type Count = { itemId: number; by: number; at: Date }
/** `cents` were credited to the seller. A refund takes its cents back and counts -1, or 0 if it is a part. */
type Sale = { itemId: number; license: LicenseType | null; by: 1 | 0 | -1; cents: number; at: Date }

export const countComment = (tx: Tx, counts: Omit<Count, 'at'>[]) => count(tx, 'comments', counts)

export async function countDownload(tx: Tx, counts: Count[]) {
  const downloads = await count(tx, 'downloads', counts)
  await countDays(tx, 'downloads', counts)
  return downloads
}

export async function countLike(tx: Tx, counts: Count[]) {
  const likes = await count(tx, 'likes', counts)
  await countDays(tx, 'likes', counts)
  await queueForCharts(tx, idsOf(counts))
  return likes
}

/** Counts plays for the items and for their owners. */
export async function countPlay(tx: Tx, counts: Count[]) {
  const plays = await count(tx, 'plays', counts)
  await countDays(tx, 'plays', counts)
  await queueForCharts(tx, idsOf(counts))
  await countPlayOfOwner(tx, await byOwner(tx, counts))
  return plays
}

/** Counts sales of items and of their licenses, and what they earned. */
export async function countSale(tx: Tx, sales: Sale[]) {
  const earnings = sales.map(({ itemId, cents, at }) => ({ itemId, by: cents, at }))
  const total = await count(tx, 'sales', sales)
  await count(tx, 'earningsCents', earnings)
  await countDays(tx, 'sales', sales)
  await countDays(tx, 'earningsCents', earnings)
  for (const { itemId, license, by } of sales.toSorted((a, b) => a.itemId - b.itemId))
    if (license)
      await tx
        .updateTable('license')
        .set((set) => ({ sold: set('sold', '+', by) }))
        .where('itemId', '=', itemId)
        .where('type', '=', license)
        .execute()
  await queueForCharts(tx, idsOf(sales))
  return total
}

type Daily = 'plays' | 'likes' | 'sales' | 'downloads' | 'earningsCents'
const idsOf = (counts: { itemId: number }[]) => [...new Set(counts.map(({ itemId }) => itemId))]
const columnsOf = (counts: { itemId: number; by: number }[]) =>
  [counts.map(({ itemId }) => itemId), counts.map(({ by }) => by)] as const

/** Locks the items' counters in the order of their ids (docs/architecture.md, 'Locks'). */
async function count(tx: Tx, counter: Daily | 'comments', counts: { itemId: number; by: number }[]) {
  const ids = idsOf(counts)
  const column = sql.ref(counter)
  const [items, by] = columnsOf(counts)
  if (ids.length > 1)
    await sql`select from item_stat where item_id = any(${ids}::bigint[]) order by item_id for update`.execute(tx)
  const { rows } = await sql<{ itemId: number; total: number }>`
    update item_stat set ${column} = item_stat.${column} + changed.by
    from (select item_id, sum(by) as by from unnest(${items}::bigint[], ${by}::bigint[]) as each (item_id, by)
      group by item_id) changed
    where item_stat.item_id = changed.item_id
    returning item_stat.item_id, item_stat.${column} as total`.execute(tx)
  return new Map(rows.map(({ itemId, total }) => [itemId, total]))
}

/** Call it after `count`: its locks keep others from writing the same days. */
async function countDays(tx: Tx, counter: Daily, counts: Count[]) {
  const column = sql.ref(counter)
  const [items, by] = columnsOf(counts)
  const days = counts.map(({ at }) => at.toISOString().slice(0, 10))
  await sql`insert into item_day (item_id, day, ${column})
    select item_id, day, sum(by) from unnest(${items}::bigint[], ${days}::date[], ${by}::bigint[]) as each (item_id, day, by)
    where exists (select from item where item.id = item_id)
    group by item_id, day
    on conflict (item_id, day) do update set ${column} = item_day.${column} + excluded.${column}`.execute(tx)
}

async function byOwner(tx: Tx, counts: Count[]) {
  const [items, by] = columnsOf(counts)
  const { rows } = await sql<{ ownerId: number; by: number }>`
    select owner_id, sum(changed.by) as by
    from unnest(${items}::bigint[], ${by}::int[]) as changed (item_id, by)
    join item on item.id = changed.item_id group by owner_id`.execute(tx)
  return new Map(rows.map(({ ownerId, by }) => [ownerId, by]))
}
