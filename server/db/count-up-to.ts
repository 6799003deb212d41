import { sql, type SelectQueryBuilder } from 'kysely'
import { plannedOnce, type Db } from './connect.ts'

/** Nobody turns more pages: a search finds things sooner. */
export const REACH = 1_000

/** The number of rows as far as pages go. A count of all rows of a large table would take longer than the page. */
export async function countUpTo<Tables, Names extends keyof Tables, Row>(
  db: Db,
  found: SelectQueryBuilder<Tables, Names, Row>,
  most = REACH,
) {
  const some = found
    .clearSelect()
    .select(sql<number>`1`.as('one'))
    .limit(sql.lit(most + 1))
  const { rows } = await sql<{ total: number }>`select count(*) as total from (${some}) found ${plannedOnce}`.execute(
    db,
  )
  const { total } = rows[0]!
  return { total: Math.min(total, most), capped: total > most }
}
