import { expect, test } from 'vitest'
import { createPool } from '#server/db/connect.ts'
import { startWorker } from '#server/jobs/worker.ts'
import { fileNamed, zipOf } from '#test/archives.ts'
import { until } from '#test/until.ts'
import { createWorld } from '#test/world.ts'
import { workBySets } from './work.ts'

const log = { error: () => {}, info: () => {} }
const meta = { name: 'Long', type: 'MIDI Kit' as const, description: 'A kit.', tags: 'dark', price: 10 }
const KITS = 10

test('a mail does not wait for items that are processed for long', async () => {
  const world = await createWorld()
  const { db } = world.app
  const [seller, reader] = [await world.signUp(), await world.signUp()]
  await db.updateTable('account').set({ plan: 'pro' }).where('id', '=', seller.id).execute()
  for (let nth = 0; nth < KITS; nth++)
    await seller.call('POST /kits/upload', {
      files: { zip: fileNamed('kit.zip', zipOf([{ name: 'a.mid', content: 'MThd' }])) },
      body: { meta: { ...meta, name: `Long ${nth}` } },
    })
  const url = world.app.config.databaseUrl ?? ''
  const pool = createPool(url, { onError: () => {} })
  const workers = await db.transaction().execute(async (tx) => {
    await tx.selectFrom('mediaJob').select('id').forUpdate().execute() // all of them wait until this ends
    const started = await Promise.all(
      workBySets(world.app).map((work) => startWorker({ url, pool, log, ...work, rounds: [] })),
    )
    const atWork = () =>
      pool.query<{ jobs: number }>(`select count(*)::int as jobs from graphile_worker.jobs
        where task_identifier = 'process-item' and locked_by is not null`)
    await until(async () => (await atWork()).rows[0]!.jobs >= 2, 'the first items')
    await world.guest('POST /auth/forgot-password', { body: { email: reader.email } })
    await until(async () => (await world.lastMailTo(reader.email)).kind === 'reset-password', 'the mail')
    return started
  })
  await Promise.all(workers.map((worker) => worker.stop()))
  expect(await db.selectFrom('mediaJob').where('state', '=', 'running').select('id').execute()).toEqual([])
  await pool.end()
  await world.close()
})
