import { sql } from 'kysely'
import type { Tx } from '#server/db/connect.ts'

/**
 * Decisions about people take turns: who is an admin, who is banned, who leaves. Each rests on what the others have decided.
 * The turn is taken before any row is locked.
 */
export const takePeopleTurn = (tx: Tx) => sql`select pg_advisory_xact_lock(hashtext('people'))`.execute(tx)
