import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The address of the database that a running Slide keeps in its data directory. */
export function databaseOf(dataDir: string) {
  const { password } = JSON.parse(readFileSync(join(dataDir, 'postgres/embedded.json'), 'utf8')) as { password: string }
  const port = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[3]
  return `postgresql://postgres:${password}@127.0.0.1:${port}/postgres`
}
