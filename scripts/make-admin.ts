// `npm run admin -- someone@example.com`: makes an account of this shop an admin. With the embedded database, Slide must be running.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeAdmin } from '#server/accounts/index.ts'
import { systemClock } from '#server/clock.ts'
import { readConfig } from '#server/config.ts'
import { createDb, createPool } from '#server/db/connect.ts'

const { databaseUrl, dataDir } = readConfig({ ...process.env, NODE_ENV: 'development' })
const email = process.argv[2]?.toLowerCase()
if (!email) fail('Give an email: npm run admin -- someone@example.com')

const pool = createPool(databaseUrl ?? (await embeddedUrl()), { max: 1, onError: () => {} })
await pool.query('select').catch(() => fail('The database does not answer. Is Slide running?'))
const made = await createDb(pool)
  .transaction()
  .execute((tx) => makeAdmin({ clock: systemClock }, tx, email))
await pool.end()
if (!made) fail(`There is no account with the email ${email}.`)
console.log(`${email} is an admin now.`)

/**
 * Reads the password and the port of the running database from its files. The port is in the fourth line of the lock
 * file.
 */
async function embeddedUrl() {
  const cluster = join(dataDir, 'postgres')
  try {
    const { password } = JSON.parse(await readFile(join(cluster, 'embedded.json'), 'utf8')) as { password: string }
    const port = (await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n')[3]
    return `postgresql://postgres:${password}@127.0.0.1:${port}/postgres`
  } catch {
    return fail(`No database runs in ${dataDir}. Start Slide, or set DATA_DIR or DATABASE_URL.`)
  }
}

function fail(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}
