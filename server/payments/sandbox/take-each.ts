import type { Tx } from '#server/db/connect.ts'
import type { Sandboxed } from './sandboxed.ts'

const BATCH = 20

type Work<Row> = {
  due: { limit: (rows: number) => { execute: () => Promise<{ id: number }[]> } }
  /** Locks a row that is still due. Undefined: another node has it. */
  lock: (tx: Tx, id: number) => Promise<Row | undefined>
  act: (tx: Tx, row: Row) => Promise<void>
}

/** Acts on each due row in a transaction of its own, so that a round that dies repeats nothing. Returns their number. */
export async function takeEach<Row>({ db }: Sandboxed, { due, lock, act }: Work<Row>) {
  const rows = await due.limit(BATCH).execute()
  let taken = 0
  for (const { id } of rows)
    await db.transaction().execute(async (tx) => {
      const row = await lock(tx, id)
      if (!row) return
      await act(tx, row)
      taken++
    })
  return taken
}
