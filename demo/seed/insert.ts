import type { InsertObject } from 'kysely'
import type { Tx } from '#server/db/connect.ts'
import type { DB } from '#server/db/types.ts'

const AT_ONCE = 5_000 // a statement can have 65,535 values

/** Writes rows of one table. */
export async function insertAll<Table extends keyof DB>(tx: Tx, table: Table, rows: InsertObject<DB, Table>[]) {
  for (let from = 0; from < rows.length; from += AT_ONCE)
    await tx
      .insertInto(table)
      .values(rows.slice(from, from + AT_ONCE))
      .execute()
}
