import { CamelCasePlugin, Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import type { DB } from './types.ts'

const BIGINT = 20

/** Our ids and counts stay far below 2^53; pg would hand them over as strings. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => (Number(oid) === BIGINT ? Number : pg.types.getTypeParser(oid, format)),
}

/** Ends a statement that is worth planning only once a connection: one whose plan does not depend on what it is given. */
const PLANNED_ONCE = '/* planned once */'
export const plannedOnce = sql.raw(PLANNED_ONCE)

const names = new Map<string, string>()
const nameOf = (text: string) => names.get(text) ?? (names.set(text, `once-${names.size}`), names.get(text)!)

class Client extends pg.Client {
  // pg names its overloads in a dozen ways; only the one that Kysely uses is of interest here
  override query(...given: unknown[]): never {
    const [text, values, ...callback] = given
    const asked =
      typeof text === 'string' && text.endsWith(PLANNED_ONCE)
        ? [{ name: nameOf(text), text, values }, ...callback]
        : given
    return super.query(...(asked as Parameters<pg.Client['query']>)) as never
  }
}

export type Db = Kysely<DB>
export type Tx = Transaction<DB>

/** A query that runs longer than this has lost its way: better an error than a pile of them. */
const STATEMENT_TIMEOUT = 15_000

export function createPool(
  connectionString: string,
  { max = 10, onError }: { max?: number; onError: (error: Error) => void },
) {
  const pool = new pg.Pool({
    Client,
    connectionString,
    max,
    types,
    statement_timeout: STATEMENT_TIMEOUT,
    idle_in_transaction_session_timeout: 30_000,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  })
  // a connection was cut: its query fails by itself, and the pool makes another when it is needed
  return pool.on('error', onError).on('connect', (client) => void client.on('error', onError))
}

export const createDb = (pool: pg.Pool): Db =>
  new Kysely<DB>({ dialect: new PostgresDialect({ pool }), plugins: [new CamelCasePlugin()] })
