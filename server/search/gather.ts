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

/** A page of `found` in an order, and the number of all. They are all fetched first. `counted` also tells of an empty page. */
export async function gather<Row extends Shown>(db: Db, { found, order, offset, limit, show, plan = sql`` }: Asked) {
  const { rows } = await sql<Row & { matches: number }>`
    with ${found}
    select ${show.columns}, matches from (select count(*) as matches from found) counted
    left join (select * from found order by ${order} limit ${hidden(limit, 'int')} offset ${hidden(offset, 'int')}) found
      on true ${show.joins}
    order by ${order} ${plan}`.execute(db)
  // without an item on the page there is one row with what is counted alone
  const counted = rows[0]!
  return {
    rows: rows.filter((row: { itemId: number | null }) => row.itemId !== null),
    matches: counted.matches,
    counted,
  }
}
