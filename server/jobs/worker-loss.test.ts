import { sql } from 'kysely'
import type pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createPool } from '#server/db/connect.ts'
import { until } from '#test/until.ts'
import { weakLine } from '#test/weak-line.ts'
import { createWorld, type World } from '#test/world.ts'
import { startWorker } from './worker.ts'

let world: World
let line: Awaited<ReturnType<typeof weakLine>>
let pool: pg.Pool
let worker: Awaited<ReturnType<typeof startWorker>>
beforeEach(async () => {
  world = await createWorld()
  line = await weakLine(world.app.config.databaseUrl ?? '')
  pool = createPool(line.url, { onError: () => {} })
})
afterEach(async () => {
  await worker.stop()
  await pool.end()
  await line.close()
  await world.close()
})

const complaints: string[] = []
const log = { error: (_: object, said: string) => void complaints.push(said), info: () => {} }
const work = (act: (mailId: number) => Promise<void>) =>
  startWorker({ url: line.url, pool, rounds: [], log, tasks: { 'send-mail': ({ mailId }) => act(mailId) } })
const enqueue = (mailId: number) =>
  world.app.db.transaction().execute((tx) => world.app.enqueue(tx, 'send-mail', { mailId }))

test('workers that could not learn which jobs are theirs begin anew', async () => {
  line.loseAnswer('send-mail')
  const ran: number[] = []
  worker = await work(async (mailId) => void ran.push(mailId))
  await enqueue(1)
  await until(() => ran.includes(1), 'the job')
})

test('a job is done although the worker that took it never heard so', async () => {
  const ran: number[] = []
  worker = await work(async (mailId) => void ran.push(mailId))
  await enqueue(1)
  await until(() => ran.includes(1), 'the first job')
  line.loseAnswer('"mailId"')
  await enqueue(2)
  await until(() => ran.includes(2), 'the job whose answer was lost')
})

/** Jobs that run until they are ended. A second time they end at once. */
function slowJobs() {
  const ran: number[] = []
  const ends = new Map<number, () => void>()
  async function act(mailId: number) {
    ran.push(mailId)
    if (!ends.has(mailId)) await new Promise<void>((done) => ends.set(mailId, done))
  }
  return { ran, act, running: () => ends.size, end: (mailId: number) => ends.get(mailId)?.() }
}
const reportFailed = () =>
  until(() => complaints.splice(0).some((said) => said.startsWith('Failed to complete')), 'the report to fail')

test('a job that ends while the database is away runs again once it is back', async () => {
  const { ran, act, running, end } = slowJobs()
  worker = await work(act)
  await enqueue(1)
  await until(running, 'the job')
  line.cut()
  end(1)
  await reportFailed()
  line.mend()
  await until(() => ran.length === 2, 'the job to run again')
})

test('while a worker whose report was lost goes, others take the next jobs', async () => {
  const { act, running, end } = slowJobs()
  worker = await work(act)
  await enqueue(1)
  await enqueue(2)
  await until(() => running() === 2, 'both jobs')
  line.loseAnswer('DELETE 1')
  end(1)
  await reportFailed()
  await enqueue(3)
  await until(() => running() === 3, 'the next job')
  end(2)
  end(3)
})

test('a job that could not be reported runs again, although later reports came through', async () => {
  const { ran, act, running, end } = slowJobs()
  worker = await work(act)
  for (const mailId of [1, 2, 3, 4]) await enqueue(mailId)
  await until(() => running() === 4, 'all jobs')
  line.cut()
  end(1)
  await reportFailed()
  line.mend()
  for (const mailId of [2, 3, 4]) {
    end(mailId)
    await until(async () => !(await waiting()).includes(mailId), 'the report')
  }
  await until(() => ran.length === 5, 'the first job to run again')
  expect(ran.at(-1)).toBe(1)
})

const waiting = async () =>
  (
    await sql<{ mail: number }>`select (payload ->> 'mailId')::int as mail
      from graphile_worker._private_jobs`.execute(world.app.db)
  ).rows.map(({ mail }) => mail)
