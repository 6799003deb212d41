import { sql, type RawBuilder } from 'kysely'
import { countPlay as countPlayOfOwner } from '#server/accounts/index.ts'
import type { LicenseType } from '#contract/license-terms.ts'
import type { Tx } from '#server/db/connect.ts'
import { queueForCharts } from '#server/search/index.ts'

/** A change of an item's counter, and the day on which the history counts it. */
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
  const counts = sales.map(({ itemId, by, cents, at }) => ({ itemId, at, by: [by, cents] }))
  await countEach(tx, ['sales', 'earningsCents'], counts)
  await countDaysOfEach(tx, ['sales', 'earningsCents'], counts)
  for (const { itemId, license, by } of sales.toSorted((a, b) => a.itemId - b.itemId))
    if (license)
      await tx
        .updateTable('license')
        .set((set) => ({ sold: set('sold', '+', by) }))
        .where('itemId', '=', itemId)
        .where('type', '=', license)
        .execute()
  await queueForCharts(tx, idsOf(sales))
}

type Daily = 'plays' | 'likes' | 'sales' | 'downloads' | 'earningsCents'
type Counter = Daily | 'comments'
/** The changes of an item's counters, in the order of the counters. */
type Counts = { itemId: number; by: number[] }
const idsOf = (counts: { itemId: number }[]) => [...new Set(counts.map(({ itemId }) => itemId))]
const listed = <One extends { by: number }>(counts: One[]) => counts.map((one) => ({ ...one, by: [one.by] }))

/** Returns the new totals by item. */
const count = async (tx: Tx, counter: Counter, counts: Omit<Count, 'at'>[]) =>
  new Map((await countEach(tx, [counter], listed(counts))).map(({ itemId, total }) => [itemId, total]))

/** Locks the items' counters in the order of their ids (docs/architecture.md, 'Locks'). */
async function countEach(tx: Tx, counters: readonly Counter[], counts: Counts[]) {
  const ids = idsOf(counts)
  const columns = counters.map((counter) => sql.ref(counter))
  if (ids.length > 1)
    await sql`select from item_stat where item_id = any(${ids}::bigint[]) order by item_id for update`.execute(tx)
  const { rows } = await sql<{ itemId: number; total: number }>`
    update item_stat set ${sql.join(columns.map((column) => sql`${column} = item_stat.${column} + changed.${column}`))}
    from (select item_id, ${sql.join(columns.map((column) => sql`sum(${column}) as ${column}`))}
      from ${unnested(columns, counts)} group by item_id) changed
    where item_stat.item_id = changed.item_id
    returning item_stat.item_id, item_stat.${columns[0]!} as total`.execute(tx)
  return rows
}

const countDays = (tx: Tx, counter: Daily, counts: Count[]) => countDaysOfEach(tx, [counter], listed(counts))

/** Call it after `countEach`: its locks keep others from writing the same days. */
async function countDaysOfEach(tx: Tx, counters: readonly Daily[], counts: (Counts & { at: Date })[]) {
  const columns = counters.map((counter) => sql.ref(counter))
  const days = counts.map(({ at }) => at.toISOString().slice(0, 10))
  await sql`insert into item_day (item_id, day, ${sql.join(columns)})
    select item_id, day, ${sql.join(columns.map((column) => sql`sum(${column})`))}
    from ${unnested(columns, counts, days)}
    where exists (select from item where item.id = item_id)
    group by item_id, day
    on conflict (item_id, day) do update
      set ${sql.join(columns.map((column) => sql`${column} = item_day.${column} + excluded.${column}`))}`.execute(tx)
}

/** The counts as rows, with their days if these are given. */
function unnested(columns: RawBuilder<unknown>[], counts: Counts[], days?: string[]) {
  const arrays = columns.map((_, nth) => sql`${counts.map(({ by }) => by[nth]!)}::bigint[]`)
  const given = [
    sql`${counts.map(({ itemId }) => itemId)}::bigint[]`,
    ...(days ? [sql`${days}::date[]`] : []),
    ...arrays,
  ]
  const names = [sql`item_id`, ...(days ? [sql`day`] : []), ...columns]
  return sql`unnest(${sql.join(given)}) as each (${sql.join(names)})`
}

async function byOwner(tx: Tx, counts: Count[]) {
  const { rows } = await sql<{ ownerId: number; by: number }>`
    select owner_id, sum(changed.by) as by
    from unnest(${counts.map(({ itemId }) => itemId)}::bigint[], ${counts.map(({ by }) => by)}::int[]) as changed (item_id, by)
    join item on item.id = changed.item_id group by owner_id`.execute(tx)
  return new Map(rows.map(({ ownerId, by }) => [ownerId, by]))
}
