import { sql } from 'kysely'
import type { Tx } from './connect.ts'

/** For work on whole tables: in a large shop it takes longer than a query may. It holds until the transaction ends, or `endPatience`. */
export const bePatient = (tx: Tx) => sql`set local statement_timeout = '10min'`.execute(tx)

export const endPatience = (tx: Tx) => sql`set local statement_timeout to default`.execute(tx)
