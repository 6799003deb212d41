import { sql, type SelectQueryBuilder } from 'kysely'
import { plannedOnce } from './connect.ts'

/** The sizes of the screens' pages: each has a plan of its own. */
const KEPT = [20, 50]

/**
 * One page of a list. Nearly everybody reads the first one only, so its plan is kept: making it takes longer than reading
 * the rows. The size is a constant, as the planner would take a parameter for a tenth of the table.
 */
export function onePage<Tables, Names extends keyof Tables, Row>(
  list: SelectQueryBuilder<Tables, Names, Row>,
  { page, limit }: { page: number; limit: number },
) {
  if (page === 0 && KEPT.includes(limit)) return list.limit(sql.lit(limit)).modifyEnd(plannedOnce)
  return list.limit(limit).offset(page * limit)
}
