// What the operator's commands have in common: a shop that runs, and an account that is shown before anything happens to it.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findHolder } from '#server/accounts/index.ts'
import { ConfigError, readConfig } from '#server/config.ts'
import { createDb, createPool } from '#server/db/connect.ts'

/**
 * Opens the database of the shop, and finds the account of the address on the command line. Anybody can register with an
 * address that isn't theirs, so the address must be confirmed, or `--unconfirmed` says that the operator knows whose account
 * it is.
 */
export async function openForHolder(example: string) {
  const { values, positionals } = parseArgs({
    options: { unconfirmed: { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  const email = positionals[0]?.toLowerCase()
  if (!email) fail(`Give an email: ${example}`)
  const config = settings()
  const url = config.databaseUrl ?? (await embeddedUrl(config.dataDir))
  const pool = createPool(url, { max: 1, onError: () => {} })
  await pool.query('select').catch(() => fail('The database does not answer. Is Slide running?'))
  const db = createDb(pool)
  const holder = (await findHolder(db, email)) ?? fail(`There is no account with the email ${email}.`)
  const since = holder.createdAt.toISOString().slice(0, 10)
  const isConfirmed = holder.emailVerifiedAt !== null
  console.log(
    `${email} belongs to ${holder.handle} (account ${holder.id}, since ${since}), ${isConfirmed ? 'confirmed' : 'not confirmed'}.`,
  )
  if (!isConfirmed && !values.unconfirmed)
    fail(
      `Anybody may have typed this address. Confirm it by the link that was mailed to it. If you know that ${holder.handle} is the right account, add --unconfirmed.`,
    )
  return { config, db, email, holder, close: () => pool.end() }
}

function settings() {
  try {
    return readConfig({ ...process.env, NODE_ENV: 'development' })
  } catch (error) {
    if (error instanceof ConfigError) return fail(error.message)
    throw error
  }
}

/**
 * Reads the password and the port of the running database from its files. The port is in the fourth line of the lock
 * file.
 */
async function embeddedUrl(dataDir: string) {
  const cluster = join(dataDir, 'postgres')
  try {
    const settings = await readFile(join(cluster, 'embedded.json'), 'utf8')
    const { appPassword } = JSON.parse(settings) as { appPassword: string }
    const port = (await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n')[3]
    return `postgresql://slide:${appPassword}@127.0.0.1:${port}/postgres`
  } catch {
    return fail(`No database runs in ${dataDir}. Start Slide, or set DATA_DIR or DATABASE_URL.`)
  }
}

function fail(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}
