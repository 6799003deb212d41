import { sql } from 'kysely'
import type { Tx } from './connect.ts'

/** For work on whole tables: in a large shop it takes longer than a query may. It holds until the transaction ends. */
export const bePatient = (tx: Tx) => sql`set local statement_timeout = '10min'`.execute(tx)
