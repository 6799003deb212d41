import type { Socket } from 'node:net'
import {
  CamelCasePlugin,
  Kysely,
  PostgresDialect,
  PostgresQueryCompiler,
  sql,
  type KyselyPlugin,
  type Transaction,
  type UnknownRow,
} from 'kysely'
import pg from 'pg'
import { asAway, DatabaseAway } from './away.ts'
import { readMoment } from './read-moment.ts'
import type { DB } from './types.ts'

const BIGINT = 20
const BIGINTS = 1016
const TIMESTAMPTZ = 1184
const readers = new Map<number, (text: string) => unknown>([
  [BIGINT, Number],
  [TIMESTAMPTZ, readMoment],
  [BIGINTS, (text) => text.slice(1, -1).split(',').filter(Boolean).map(Number)],
])

/** Reads bigint as a number: our ids and counts stay far below 2^53. By default pg returns strings. Reads times fast. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => readers.get(Number(oid)) ?? pg.types.getTypeParser(oid, format),
}

/**
 * Marks the end of a statement that is planned once for each connection. Its best plan must not depend on its values.
 */
const PLANNED_ONCE = '/* planned once */'
export const plannedOnce = sql.raw(PLANNED_ONCE)

type Listed = 'bigint' | 'smallint' | 'int' | 'text' | 'date' | 'timestamptz' | 'item_kind' | 'license_type'

/** Values for a statement whose plan is kept. The planner looks at the length of an array unless a subquery hides it. */
export function listed(values: readonly unknown[], type: Listed = 'bigint') {
  const array = sql.raw(`${type}[]`)
  return sql`(select ${values}::${array})::${array}`
}

/** A value for a statement whose plan is kept. Its plan must not depend on it. */
export const hidden = (value: unknown, type: 'int' | 'tsquery') => sql`(select ${value}::${sql.raw(type)})`

/** Each connection keeps the plans of all of them. Filters have more combinations than that: the others get no name. */
const MOST_NAMES = 600
const kept = new Map<string, string>()
function nameOf(text: string) {
  if (!kept.has(text) && kept.size < MOST_NAMES) kept.set(text, `once-${kept.size}`)
  return kept.get(text)
}

/** Translates names between the code and the database. */
class Names extends CamelCasePlugin {
  inCode = (name: string) => this.camelCase(name)
  inDatabase = (name: string) => this.snakeCase(name)
  inJson = (row: UnknownRow) => this.mapRow(row)
}
const names = new Names()

const JSON_TYPES = new Set([114, 3802])

/** Makes the rows of an answer. Columns get the names of the code once for all rows; only JSON has names in each row. */
function rowsOf({ fields, rows }: pg.QueryArrayResult) {
  const columns = fields.map(({ name }) => names.inCode(name))
  const made = rows.map((values) => {
    const row: UnknownRow = {}
    columns.forEach((column, nth) => (row[column] = values[nth]))
    return row
  })
  return fields.some(({ dataTypeID }) => JSON_TYPES.has(dataTypeID)) ? made.map(names.inJson) : made
}

class Client extends pg.Client {
  // pg accepts many forms of arguments; Kysely gives a text and values. The queue of jobs sends several statements at once.
  override query(...given: unknown[]): never {
    const [text, values, callback] = given
    if (typeof text !== 'string' || !Array.isArray(values) || callback !== undefined)
      return super.query(...(given as Parameters<pg.Client['query']>)) as never
    const name = text.endsWith(PLANNED_ONCE) ? nameOf(text) : undefined
    const asked = { name, text, values, rowMode: 'array' as const }
    // pg's own promises keep every answer in memory until the next full collection of garbage
    const answered = new Promise<pg.QueryArrayResult>((resolve, reject) => {
      super.query(asked, (error: Error | null, answer: pg.QueryArrayResult) =>
        error ? reject(error) : resolve(answer),
      )
    })
    return answered.then((answer) => ({ ...answer, rows: rowsOf(answer) }), throwAsAway) as never
  }

  /** Ends the connection at once, whatever it waits for. */
  cut() {
    ;(this as unknown as { connection: { stream: Socket } }).connection.stream.destroy()
  }
}

const throwAsAway = (error: unknown) => {
  throw asAway(error)
}

export type Db = Kysely<DB>
export type Tx = Transaction<DB>

/** A query that takes longer has a fault. It fails instead of piling up with others. */
const STATEMENT_TIMEOUT = 15_000

/** A new connection plans its frequent statements anew, so one that waits for the next burst of calls stays. */
const KEPT_IDLE = 10 * 60_000

/** Connections of one node. While the database is away, work is refused at once instead of waiting for it. */
export class Pool extends pg.Pool {
  private isAway = false
  private readonly clients: Set<Client>

  constructor(options: pg.PoolConfig) {
    const clients = new Set<Client>()
    super({
      ...options,
      Client: class extends Client {
        constructor(config?: pg.ClientConfig) {
          super(config)
          clients.add(this)
          this.once('end', () => clients.delete(this))
        }
      },
    })
    this.clients = clients
  }

  /** Ends all connections, also those that are being made. A silent database would keep their callers waiting. */
  lose() {
    this.isAway = true
    for (const client of this.clients) client.cut()
  }

  find() {
    this.isAway = false
  }

  async take() {
    if (this.isAway) throw new DatabaseAway('The database is away')
    return this.connect().catch(throwAsAway)
  }
}

/** The two sets of workers of a node each keep one of the connections, to hear of jobs. */
export function createPool(
  connectionString: string,
  { max = 11, onError }: { max?: number; onError: (error: NodeJS.ErrnoException) => void },
) {
  const pool = new Pool({
    connectionString,
    max,
    types,
    statement_timeout: STATEMENT_TIMEOUT,
    idle_in_transaction_session_timeout: 30_000,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: KEPT_IDLE,
    keepAlive: true,
  })
  // If a connection is cut, its query fails, and the pool makes a new connection when needed. The pool's own event repeats
  // what an idle connection has told already, but the process would end without a listener.
  return pool.on('error', () => {}).on('connect', (client) => void client.on('error', onError))
}

/** Translates names while it writes a statement: to search the whole statement for them takes a third of the building. */
class Compiler extends PostgresQueryCompiler {
  protected override sanitizeIdentifier(name: string) {
    return super.sanitizeIdentifier(names.inDatabase(name))
  }
}

class Dialect extends PostgresDialect {
  override createQueryCompiler() {
    return new Compiler()
  }
}

export const createDb = (pool: Pool): Db =>
  new Kysely<DB>({
    dialect: new Dialect({
      pool: { connect: () => pool.take(), end: () => pool.end(), options: pool.options },
    }),
  })

const planEachOnce: KyselyPlugin = {
  transformQuery({ node }) {
    if (node.kind === 'RawNode') {
      const texts = [...node.sqlFragments]
      texts.push(`${texts.pop() ?? ''} ${PLANNED_ONCE}`)
      return { ...node, sqlFragments: texts }
    }
    const given = 'endModifiers' in node ? node.endModifiers : []
    return { ...node, endModifiers: [...(given ?? []), plannedOnce.toOperationNode()] } as typeof node
  },
  transformResult: async ({ result }) => result,
}

/** For work of many small statements that find their rows by keys: planning them takes longer than running them. */
export const withPlansKept = (db: Db): Db => db.withPlugin(planEachOnce)
