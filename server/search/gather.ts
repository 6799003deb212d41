import { sql, type RawBuilder } from 'kysely'
import { hidden, type Db } from '#server/db/connect.ts'
import type { Show, Shown } from './show.ts'

type Asked = {
  /** Statements before the last one of a `with`. The last of them is `found`. */
  found: RawBuilder<unknown>
  order: RawBuilder<unknown>
  offset: number
  limit: number
  show: Show
  plan?: RawBuilder<unknown>
}

/** A page of `found` in an order, and the number of all. They are all fetched first. */
export async function gather<Row extends Shown>(db: Db, { found, order, offset, limit, show, plan = sql`` }: Asked) {
  const { rows } = await sql<Row & { matches: number }>`
    with ${found}
    select ${show.columns}, matches from (select count(*) as matches from found) counted
    left join (select * from found order by ${order} limit ${hidden(limit, 'int')} offset ${hidden(offset, 'int')}) found
      on true ${show.joins}
    order by ${order} ${plan}`.execute(db)
  // without a match there is one row with their number alone
  return { rows: rows.filter((row: { itemId: number | null }) => row.itemId !== null), matches: rows[0]!.matches }
}
