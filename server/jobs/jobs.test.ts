import type pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createPool } from '#server/db/connect.ts'
import { runNode } from '#test/child.ts'
import { until } from '#test/until.ts'
import { createWorld, type World } from '#test/world.ts'
import { startWorker } from './worker.ts'

let world: World
let pool: pg.Pool
beforeEach(async () => {
  world = await createWorld()
  pool = createPool(urlOf(world), { onError: () => {} })
})
afterEach(async () => {
  await pool.end()
  await world.close()
  expect(complaints.splice(0).filter((line) => line.includes('listener'))).toEqual([]) // it would look for jobs now and then
})

const urlOf = ({ app }: World) => app.config.databaseUrl ?? ''
const complaints: string[] = []
const quiet = { error: (_: object, line: string) => void complaints.push(line), info: () => {} }
const work = (
  act: (mailId: number) => Promise<void>,
  rounds: { name: string; match: string; run: () => Promise<void> }[] = [],
) => startWorker({ url: urlOf(world), pool, rounds, log: quiet, tasks: { 'send-mail': ({ mailId }) => act(mailId) } })

const enqueue = (mailId: number, options = {}) =>
  world.app.db.transaction().execute((tx) => world.app.enqueue(tx, 'send-mail', { mailId }, options))
const jobs = async () =>
  (
    await pool.query<{ attempts: number; last_error: string | null; locked: boolean }>(
      'select attempts, last_error, locked_by is not null as locked from graphile_worker.jobs',
    )
  ).rows
const runSoon = () =>
  pool.query(
    "update graphile_worker._private_jobs set run_at = now(); select pg_notify('jobs:insert', '{\"count\":1}')",
  )

test('a job runs after its transaction, and never after a rollback', async () => {
  const ran: number[] = []
  const worker = await work(async (mailId) => void ran.push(mailId))
  await world.app.db
    .transaction()
    .execute(async (tx) => {
      await world.app.enqueue(tx, 'send-mail', { mailId: 1 })
      throw new Error('rolled back')
    })
    .catch(() => {})
  await world.app.db.transaction().execute(async (tx) => {
    await world.app.enqueue(tx, 'send-mail', { mailId: 2 })
    await enqueue(3)
    await until(() => ran.includes(3), 'the other job')
    expect(ran).toEqual([3])
  })
  await until(() => ran.length === 2, 'the job after its commit')
  expect(ran).toEqual([3, 2])
  await until(async () => (await jobs()).length === 0, 'the jobs to be done with')
  await worker.stop()
})

test('a failing job is tried again up to its limit', async () => {
  let tries = 0
  await enqueue(1)
  await pool.query('update graphile_worker._private_jobs set max_attempts = 2')
  const worker = await work(async () => {
    tries++
    throw new Error(`no luck ${tries}`)
  })
  await until(async () => (await jobs())[0]?.last_error, 'the first failure')
  expect((await jobs())[0]).toMatchObject({ attempts: 1, last_error: expect.stringContaining('no luck 1') })
  await runSoon()
  await until(async () => (await jobs())[0]?.last_error?.includes('no luck 2'), 'the second failure')
  await runSoon()
  await enqueue(2)
  await until(() => tries === 3, 'another job')
  expect(tries).toBe(3)
  await worker.stop()
})

test('two jobs with one key run once', async () => {
  await enqueue(1, { jobKey: 'same' })
  await enqueue(2, { jobKey: 'same' })
  const ran: number[] = []
  const worker = await work(async (mailId) => void ran.push(mailId))
  await until(async () => (await jobs()).length === 0, 'all jobs')
  expect(ran).toEqual([2])
  await worker.stop()
})

test('a stopping worker finishes its running job', async () => {
  let began = false
  let ended = false
  let finish = () => {}
  const worker = await work(
    () =>
      new Promise((done) => {
        began = true
        finish = () => {
          ended = true
          done()
        }
      }),
  )
  await enqueue(1)
  await until(() => began, 'the job')
  const stopped = worker.stop()
  finish()
  await stopped
  expect(ended).toBe(true)
  expect(await jobs()).toEqual([])
})

test('the job of a killed worker is done by another; the jobs of a living worker are left alone', async () => {
  const killed = runNode(['test/programs/hang-in-a-job.ts', urlOf(world)])
  await enqueue(1)
  await killed.saying(/took 1/)
  const living = runNode(['test/programs/hang-in-a-job.ts', urlOf(world)])
  await until(async () => (await workerLocks()) === 2, 'both workers to hold their locks')
  const heldBy = (one: typeof killed) => [...one.said().matchAll(/took (\d+)/g)].map(([, id]) => Number(id))
  // until the living worker is full and can't take the dead worker's jobs
  for (let mailId = 2; heldBy(living).length < 4; mailId++) {
    await enqueue(mailId)
    await until(() => [...heldBy(killed), ...heldBy(living)].includes(mailId), 'one of them to take it')
  }
  killed.kill('SIGKILL')
  await killed.ended()
  await until(async () => (await workerLocks()) === 1, 'the dead one’s lock to go')

  const ran: number[] = []
  const worker = await work(async (mailId) => void ran.push(mailId))
  await until(() => heldBy(killed).every((id) => ran.includes(id)), 'what the dead one held')
  await worker.stop()
  expect(ran.filter((id) => heldBy(living).includes(id))).toEqual([])
  expect((await jobs()).filter(({ locked }) => locked)).toHaveLength(heldBy(living).length)
  living.kill('SIGKILL')
  await living.ended()
})

/** The number of worker pools that hold a lock, one for each node. */
const workerLocks = async () =>
  (
    await pool.query(
      `select from pg_locks join pg_database on pg_database.oid = pg_locks.database
       where locktype = 'advisory' and classid = 511 and granted and datname = current_database()`,
    )
  ).rowCount
