import type pg from 'pg'

type Row = Record<string, unknown>

const MOST_PARAMETERS = 30_000 // the protocol counts them in 16 bits

/** Rows of one table; all have the columns of the first. Names come from code, never from outside. */
export async function insertAll(tx: pg.ClientBase, table: string, rows: Row[]): Promise<void> {
  await insert(tx, table, rows, '')
}

/** The ids of the new rows, in their order. */
export async function insertReturning(tx: pg.ClientBase, table: string, rows: Row[]): Promise<number[]> {
  const made = await insert(tx, table, rows, 'returning id')
  return made.map(({ id }) => Number(id))
}

async function insert(tx: pg.ClientBase, table: string, rows: Row[], suffix: string) {
  const columns = Object.keys(rows[0] ?? {})
  const made: { id: number | string }[] = []
  const most = Math.floor(MOST_PARAMETERS / Math.max(1, columns.length))
  for (let from = 0; from < rows.length; from += most) {
    const part = rows.slice(from, from + most)
    const places = part.map(
      (_, row) => `(${columns.map((_column, i) => `$${row * columns.length + i + 1}`).join(', ')})`,
    )
    const sql = `insert into ${table} (${columns.join(', ')}) values ${places.join(', ')} ${suffix}`
    const values = part.flatMap((row) => columns.map((column) => row[column]))
    made.push(...(await tx.query<{ id: number | string }>(sql, values)).rows)
  }
  return made
}
