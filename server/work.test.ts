import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createPool, type Tx } from '#server/db/connect.ts'
import { startWorker } from '#server/jobs/worker.ts'
import { developmentWeb } from '#server/pages/web-development.ts'
import { createNode } from '#server/start.ts'
import { fileNamed, zipOf } from '#test/archives.ts'
import { until } from '#test/until.ts'
import { createWorld, type World } from '#test/world.ts'
import { workBySets } from './work.ts'

const log = { error: () => {}, info: () => {} }
const meta = { name: 'Long', type: 'MIDI Kit' as const, description: 'A kit.', tags: 'dark', price: 10 }
const KITS = 10

/** Uploads kits. Each waits for its sounds as long as the transaction that locks its steps. */
async function sellKits(world: World, count: number) {
  const seller = await world.signUp()
  await world.app.db.updateTable('account').set({ plan: 'pro' }).where('id', '=', seller.id).execute()
  for (let nth = 0; nth < count; nth++)
    await seller.call('POST /kits/upload', {
      files: { zip: fileNamed('kit.zip', zipOf([{ name: 'a.mid', content: 'MThd' }])) },
      body: { meta: { ...meta, name: `Long ${nth}` } },
    })
}
const lockSteps = (tx: Tx) => tx.selectFrom('mediaJob').select('id').forUpdate().execute()
async function kitsAtWork({ app }: World) {
  const { rows } = await sql<{ jobs: number }>`select count(*)::int as jobs from graphile_worker.jobs
    where task_identifier = 'process-item' and locked_by is not null`.execute(app.db)
  return rows[0]!.jobs
}
/** Each set of workers that is alive holds a lock. */
const untilSetsAre = ({ app }: World, sets: number) =>
  until(async () => {
    const { rows } = await sql<{ held: number }>`select count(*)::int as held from pg_locks
      join pg_database on pg_database.oid = database
      where locktype = 'advisory' and classid = 511 and datname = current_database()`.execute(app.db)
    return rows[0]!.held === sets
  }, `${sets} sets of workers`)
const askForLink = (world: World, { email }: { email: string }) =>
  world.guest('POST /auth/forgot-password', { body: { email } })
const hasLink = async (world: World, { email }: { email: string }) =>
  (await world.lastMailTo(email)).kind === 'reset-password'

test('a mail does not wait for items that are processed for long', async () => {
  const world = await createWorld()
  const { db } = world.app
  const reader = await world.signUp()
  await sellKits(world, KITS)
  const url = world.app.config.databaseUrl ?? ''
  const pool = createPool(url, { onError: () => {} })
  const workers = await db.transaction().execute(async (tx) => {
    await lockSteps(tx)
    const started = await Promise.all(
      workBySets(world.app).map((work) => startWorker({ url, pool, log, ...work, rounds: [] })),
    )
    await until(async () => (await kitsAtWork(world)) >= 2, 'the first items')
    await askForLink(world, reader)
    await until(() => hasLink(world, reader), 'the mail')
    return started
  })
  await Promise.all(workers.map((worker) => worker.stop()))
  expect(await db.selectFrom('mediaJob').where('state', '=', 'running').select('id').execute()).toEqual([])
  await pool.end()
  await world.close()
})

test('a node that stops begins no mail while it waits for a long item', async () => {
  const world = await createWorld()
  const reader = await world.signUp()
  await sellKits(world, 1)
  const config = { ...world.app.config, role: 'worker' as const }
  const node = createNode(config, { web: developmentWeb, say: () => {}, onLost: () => {} })
  const { end } = await world.app.db.transaction().execute(async (tx) => {
    await lockSteps(tx)
    await node.start()
    await until(async () => (await kitsAtWork(world)) === 1, 'the item')
    await untilSetsAre(world, 2)
    const stop = node.stop()
    await untilSetsAre(world, 1)
    expect(await kitsAtWork(world)).toBe(1) // so the set that does mails has ended
    await askForLink(world, reader)
    await sleep(1_000)
    return { end: stop }
  })
  await end
  expect(await hasLink(world, reader)).toBe(false)
  await world.close()
})
