import { sql, type RawBuilder } from 'kysely'
import { countPlay as countPlayOfOwner } from '#server/accounts/index.ts'
import type { LicenseType } from '#contract/license-types.ts'
import { listed, type Tx } from '#server/db/connect.ts'
import { queueForCharts } from '#server/search/index.ts'

/** A change of an item's counter, and the day on which the history counts it. */
type Count = { itemId: number; by: number; at: Date }
/**
 * `cents` were credited to the seller, without the parts of others. A refund takes its cents back and counts -1, or 0 if
 * it is a part.
 */
type Sale = { itemId: number; license: LicenseType | null; by: 1 | 0 | -1; cents: number; at: Date }

export const countComment = (tx: Tx, counts: Omit<Count, 'at'>[]) => count(tx, 'comments', counts)

/** Locks the counters of items that are counted anew. */
export const lockCounters = (tx: Tx, ids: number[]) =>
  sql`select from item_stat where item_id = any(${ids}::bigint[]) order by item_id for update`.execute(tx)

/** The caller has locked the counters before it counted. */
export const setComments = (tx: Tx, totals: { itemId: number; total: number }[]) =>
  sql`update item_stat set comments = total
    from unnest(${totals.map(({ itemId }) => itemId)}::bigint[], ${totals.map(({ total }) => total)}::int[])
      as counted (item_id, total)
    where item_stat.item_id = counted.item_id`.execute(tx)

export const countDownload = (tx: Tx, counts: Count[]) => countByDay(tx, 'downloads', counts)

export async function countLike(tx: Tx, counts: Count[]) {
  const likes = await countByDay(tx, 'likes', counts)
  await queueForCharts(tx, idsOf(counts))
  return likes
}

/** Counts plays for the items and for their owners. */
export async function countPlay(tx: Tx, counts: Count[]) {
  const plays = await countByDay(tx, 'plays', counts)
  await queueForCharts(tx, idsOf(counts))
  await countPlayOfOwner(tx, await byOwner(tx, counts))
  return plays
}

/** Counts sales of items and of their licenses, and what they earned. */
export async function countSale(tx: Tx, sales: Sale[]) {
  const counts = sales.map(({ itemId, by, cents, at }) => ({ itemId, at, by: [by, cents] }))
  const types = sales.map(({ license }) => license)
  await countEach(tx, ['sales', 'earningsCents'], counts, { days: daysOf(counts), types })
  await queueForCharts(tx, idsOf(sales))
}

type Daily = 'plays' | 'likes' | 'sales' | 'downloads' | 'earningsCents'
type Counter = Daily | 'comments'
/** The changes of an item's counters, in the order of the counters. */
type Counts = { itemId: number; by: number[] }
const idsOf = (counts: { itemId: number }[]) => [...new Set(counts.map(({ itemId }) => itemId))]
const daysOf = (counts: { at: Date }[]) => counts.map(({ at }) => at.toISOString().slice(0, 10))
const oneEach = (counts: { itemId: number; by: number }[]) => counts.map(({ itemId, by }) => ({ itemId, by: [by] }))

/** Returns the new totals by item. */
const count = (tx: Tx, counter: Counter, counts: Omit<Count, 'at'>[]) => countEach(tx, [counter], oneEach(counts))
const countByDay = (tx: Tx, counter: Daily, counts: Count[]) =>
  countEach(tx, [counter], oneEach(counts), { days: daysOf(counts) })

/** The day of each change, and the license of each sale. */
type Also = { days?: string[]; types?: (LicenseType | null)[] }

/**
 * Locks the items' counters in the order of their ids (docs/architecture.md, 'Locks'), and counts for their days and their
 * licenses, if these are given. Both wait for their item's counter: its lock keeps others from counting in the same row.
 */
async function countEach(tx: Tx, counters: readonly Counter[], counts: Counts[], also: Also = {}) {
  const ids = idsOf(counts)
  const columns = counters.map((counter) => sql.ref(counter))
  if (ids.length > 1) await lockCounters(tx, ids)
  const { rows } = await sql<{ itemId: number; total: number }>`
    with each as (select * from ${unnested(columns, counts, also)}),
    stat as (update item_stat set ${added(columns, sql`item_stat`, sql`changed`)}
      from (select item_id, ${sums(columns)} from each group by item_id) changed
      where item_stat.item_id = changed.item_id
      returning item_stat.item_id, item_stat.${columns[0]!} as total)
    ${also.types ? sql`, licensed as (${countLicenses})` : sql``}
    ${also.days ? sql`, counted as (${countDays(columns)})` : sql``}
    select item_id, total from stat`.execute(tx)
  return new Map(rows.map(({ itemId, total }) => [itemId, total]))
}

const countDays = (columns: RawBuilder<unknown>[]) => sql`
  insert into item_day (item_id, day, ${sql.join(columns)})
  select item_id, day, ${sums(columns)} from each join stat using (item_id) group by item_id, day
  on conflict (item_id, day) do update set ${added(columns, sql`item_day`, sql`excluded`)}`

const countLicenses = sql`
  update license set sold = sold + changed.sales
  from (select item_id, each.type, sum(sales) as sales from each join stat using (item_id) group by item_id, each.type) changed
  where license.item_id = changed.item_id and license.type = changed.type`

const sums = (columns: RawBuilder<unknown>[]) => sql.join(columns.map((column) => sql`sum(${column}) as ${column}`))
const added = (columns: RawBuilder<unknown>[], table: RawBuilder<unknown>, by: RawBuilder<unknown>) =>
  sql.join(columns.map((column) => sql`${column} = ${table}.${column} + ${by}.${column}`))

/** The counts as rows, with their days and licenses if these are given. */
function unnested(columns: RawBuilder<unknown>[], counts: Counts[], { days, types }: Also) {
  const lists = [
    listed(counts.map(({ itemId }) => itemId)),
    ...(days ? [listed(days, 'date')] : []),
    ...(types ? [listed(types, 'license_type')] : []),
    ...columns.map((_, nth) => listed(counts.map(({ by }) => by[nth]!))),
  ]
  const names = [sql`item_id`, ...(days ? [sql`day`] : []), ...(types ? [sql`type`] : []), ...columns]
  return sql`unnest(${sql.join(lists)}) as given (${sql.join(names)})`
}

async function byOwner(tx: Tx, counts: Count[]) {
  const { rows } = await sql<{ ownerId: number; by: number }>`
    select owner_id, sum(changed.by) as by
    from unnest(${counts.map(({ itemId }) => itemId)}::bigint[], ${counts.map(({ by }) => by)}::int[]) as changed (item_id, by)
    join item on item.id = changed.item_id group by owner_id`.execute(tx)
  return new Map(rows.map(({ ownerId, by }) => [ownerId, by]))
}
