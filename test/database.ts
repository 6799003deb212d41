import { randomUUID } from 'node:crypto'
import { runMigrations } from 'graphile-worker'
import pg from 'pg'
import { migrate } from '#server/db/migrate.ts'

const TEMPLATE = 'slide_template'

/** Tests use the database as the app does: as a role that owns it and has no rights beyond it. */
const APP = { username: 'slide_test', password: 'slide_test' }

const at = (serverUrl: string, database: string, role: Partial<typeof APP> = {}) =>
  Object.assign(new URL(serverUrl), { pathname: `/${database}`, ...role }).href

export async function onServer(serverUrl: string, sql: string) {
  const db = new pg.Client(at(serverUrl, 'postgres'))
  await db.connect()
  try {
    await db.query(sql)
  } finally {
    await db.end()
  }
}

export async function makeTemplate(serverUrl: string) {
  await onServer(serverUrl, `drop database if exists ${TEMPLATE} with (force)`)
  await onServer(
    serverUrl,
    `do $$ begin create role ${APP.username} login password '${APP.password}';
     exception when duplicate_object then null; end $$`,
  )
  await onServer(serverUrl, `create database ${TEMPLATE} owner ${APP.username}`)
  const url = at(serverUrl, TEMPLATE, APP)
  await migrate(url)
  await runMigrations({ connectionString: url })
}

/** A new database with all tables and the rows that migrations add. */
export const cloneTemplate = (serverUrl: string) => createDatabase(serverUrl, `template ${TEMPLATE} strategy file_copy`) // a tenth of the time that the log takes

/** A new database without tables. */
export const emptyDatabase = (serverUrl: string) => createDatabase(serverUrl, '')

async function createDatabase(serverUrl: string, how: string) {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await onServer(serverUrl, `create database ${name} ${how} owner ${APP.username}`)
  return {
    url: at(serverUrl, name, APP),
    drop: () => onServer(serverUrl, `drop database if exists ${name} with (force)`),
  }
}
