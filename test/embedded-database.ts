import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The address of the database that a running Slide keeps in its data directory, for the app's role. */
export function databaseOf(dataDir: string) {
  const settings = readFileSync(join(dataDir, 'postgres/embedded.json'), 'utf8')
  const { appPassword } = JSON.parse(settings) as { appPassword: string }
  const port = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[3]
  return `postgresql://slide:${appPassword}@127.0.0.1:${port}/postgres`
}
