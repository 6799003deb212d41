// `npm run admin -- someone@example.com`: makes an account of this shop an admin. With the embedded database, Slide must be running.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { readConfig } from '#server/config.ts'

const { databaseUrl, dataDir } = readConfig({ ...process.env, NODE_ENV: 'development' })
const email = process.argv[2]?.toLowerCase()
if (!email) fail('Say whom: npm run admin -- someone@example.com')

const db = new pg.Client(databaseUrl ?? (await embeddedUrl()))
await db.connect().catch(() => fail('The database does not answer. Is Slide running?'))
const { rowCount } = await db.query('update account set is_admin = true where email_key = $1 and deleted_at is null', [
  email,
])
await db.end()
if (rowCount !== 1) fail(`There is no account with the email ${email}.`)
console.log(`${email} is an admin now.`)

/** The running server's own notes: its password, and in the lock file's fourth line its port. */
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
