import { sql } from 'kysely'
import { plannedOnce } from '#server/db/connect.ts'
import { countOf, countUpTo, keepCount, keptCount, type Reader } from './counts.ts'
import { conditionOf, orders, type ItemFilter, type Page } from './filter.ts'
import { FOUND, REACH, type Listed, type Show } from './show.ts'

/** Lengths of pages that have a plan of their own. */
const PLANNED = [10, 25, 50, 100, REACH]

/** One page of the items on sale in an order. */
export async function listItems<Row>(
  app: Reader,
  filter: ItemFilter,
  order: keyof typeof orders,
  { page, limit }: Page,
  { columns, joins }: Show,
): Promise<Listed<Row>> {
  const { where, isPlain } = conditionOf(filter)
  const offset = page * limit
  if (offset >= REACH) return { rows: [], ...(await countUpTo(app, REACH, where)) }

  const key = JSON.stringify(filter)
  const known = keptCount(app, key)
  const most = Math.min(limit, REACH - offset)
  // a first page is planned for a fixed number of items, of which the outer limit takes the asked ones
  const isPlannedOnce = isPlain && offset === 0
  const inner = isPlannedOnce
    ? sql`limit ${sql.lit(PLANNED.find((step) => step >= most))}`
    : sql`limit ${most} offset ${offset}`
  const { rows } = await sql<Row & { items?: number }>`
    select ${columns} ${known ? sql`` : sql`, ${countOf(where, REACH)} as items`}
    from (select ${FOUND} from item_search where ${where} order by ${orders[order]} ${inner}) found ${joins}
    order by ${orders[order]} limit ${most} ${isPlannedOnce ? plannedOnce : sql``}`.execute(app.db)
  const counted = known ?? (rows[0]?.items === undefined ? undefined : keepCount(app, key, rows[0].items, REACH))
  if (!counted) return { rows, ...(offset ? await countUpTo(app, REACH, where) : { totalItems: 0, capped: false }) }
  return { rows, ...counted, totalItems: Math.max(counted.totalItems, rows.length && offset + rows.length) }
}

/** The items in the order of their ids. Those that have just left the shop are left out. */
export async function showItems<Row>({ db }: Pick<Reader, 'db'>, ids: number[], { columns, joins }: Show) {
  if (ids.length === 0) return []
  const { rows } = await sql<Row>`
    select ${columns} from (select ${FOUND}, place
      from unnest(${ids}::bigint[]) with ordinality page (item_id, place) join item_search using (item_id)) found ${joins}
    order by place ${plannedOnce}`.execute(db)
  return rows
}
