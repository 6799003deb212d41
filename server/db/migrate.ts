import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { Trouble } from '#server/trouble.ts'

const FOLDER = join(import.meta.dirname, 'migrations')
const ONE_MIGRATOR = 5_110_141

/** Runs new .sql files in order, on one node at a time. Refuses a file that was changed after it ran. */
export async function migrate(url: string, folder = FOLDER): Promise<string[]> {
  const db = new pg.Client(url)
  db.on('error', () => {}) // the running query reports the failure
  await db.connect()
  try {
    await db.query('select pg_advisory_lock($1)', [ONE_MIGRATOR])
    await db.query(
      'create table if not exists migration (name text primary key, checksum text not null, ran_at timestamptz not null default now())',
    )
    const { rows } = await db.query<{ name: string; checksum: string }>('select name, checksum from migration')
    const done = new Map(rows.map(({ name, checksum }) => [name, checksum]))
    const files = await migrationFiles(folder)
    const unknown = [...done.keys()].find((name) => !files.includes(name))
    if (unknown)
      throw new Trouble(`The database knows migration ${unknown}, this build doesn't: it is older than the database.`)

    const ran: string[] = []
    for (const name of files) {
      const sql = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n')
      const checksum = createHash('sha256').update(sql).digest('hex')
      if (done.get(name) === checksum) continue
      if (done.has(name))
        throw new Trouble(`Migration ${name} was changed after it ran. Put it back and add a new one.`)
      await runOne(db, name, sql, checksum)
      ran.push(name)
    }
    return ran
  } finally {
    await db.end() // this also frees the lock
  }
}

export const migrationFiles = async (folder = FOLDER) =>
  (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()

async function runOne(db: pg.Client, name: string, sql: string, checksum: string) {
  const inTransaction = !sql.startsWith('-- no-transaction') // for `create index concurrently`: one statement per file
  try {
    if (inTransaction) await db.query('begin')
    await db.query(sql)
    await db.query('insert into migration (name, checksum) values ($1, $2)', [name, checksum])
    if (inTransaction) await db.query('commit')
  } catch (cause) {
    if (inTransaction) await db.query('rollback').catch(() => {}) // the connection itself may be gone
    throw new Error(`Migration ${name} failed: ${(cause as Error).message}`, { cause })
  }
}
