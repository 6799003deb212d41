import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createWorld, type World } from '#test/world.ts'
import type { Template } from './letter.ts'

const MINUTE = 60_000
const note: Template<object> = {
  kind: 'note',
  compose: () => ({ subject: 'Note', lines: ['uk'], title: 'Note', blocks: [], footer: 'Bye' }),
}

let world: World
beforeEach(async () => {
  world = await createWorld({ env: { SMTP_URL: 'smtp://127.0.0.1:1' } }) // nothing listens there
})
afterEach(() => world.close())

async function write() {
  const { app } = world
  await app.db.transaction().execute((tx) => app.mail.send(tx, note, 'buyer@slide.test', {}))
  const { id } = await app.db.selectFrom('mail').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
  return id
}
const rowOf = (id: number) => world.app.db.selectFrom('mail').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
/** The number of jobs that wait for a worker. A job that has just run is locked until it is removed. */
const jobs = async () =>
  (await sql`select from graphile_worker._private_jobs where locked_at is null`.execute(world.app.db)).rows.length
const loseJobs = () => sql`delete from graphile_worker._private_jobs`.execute(world.app.db)

/** The minutes from one attempt to the next. */
async function pauses(id: number) {
  const minutes: number[] = []
  for (;;) {
    const tried = world.app.clock.now().getTime()
    await world.work()
    const { dueAt } = await rowOf(id)
    if (!dueAt) return minutes
    minutes.push(Math.round((dueAt.getTime() - tried) / MINUTE))
    world.passTime(dueAt.getTime() - tried - MINUTE / 2)
    await world.takeDue()
    expect(await jobs()).toBe(0)
    world.passTime(MINUTE)
    await world.takeDue()
    expect(await jobs()).toBe(1)
  }
}

test('a mail that nobody takes is tried again with growing pauses, for a day', async () => {
  const id = await write()
  expect(await pauses(id)).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 240, 240, 240, 240, 240])
  expect(await rowOf(id)).toMatchObject({
    attempts: 14,
    failure: expect.stringMatching(/^Given up after a day: .*ECONNREFUSED/),
  })
  world.passTime(30 * 24 * 60 * MINUTE)
  await world.takeDue()
  expect(await jobs()).toBe(0)
})

test('a mail whose job was lost is handed out again', async () => {
  const id = await write()
  await loseJobs()
  await world.takeDue()
  expect(await jobs()).toBe(0) // its worker may still be sending it
  world.passTime(16 * MINUTE)
  await world.takeDue()
  expect(await jobs()).toBe(1)
  await world.work()
  expect(await rowOf(id)).toMatchObject({ attempts: 1, failure: expect.stringContaining('ECONNREFUSED') })
})

test('a mail that waits for a worker keeps one job, however long', async () => {
  await write()
  for (let round = 0; round < 3; round++) {
    world.passTime(16 * MINUTE)
    await world.takeDue()
  }
  expect(await jobs()).toBe(1)
})

test('mails that another node is handing out are left to it', async () => {
  const { db } = world.app
  for (let nth = 0; nth < 120; nth++) await write()
  await loseJobs()
  world.passTime(16 * MINUTE)
  await db.transaction().execute(async (other) => {
    await sql`select from mail order by id limit 10 for update`.execute(other)
    await world.takeDue()
    expect(await jobs()).toBe(110)
  })
  await world.takeDue()
  expect(await jobs()).toBe(120)
})

test('mails are kept for the operator where no mail server is set', async () => {
  const without = await createWorld()
  await without.signUp()
  without.passTime(60 * MINUTE)
  await without.takeDue()
  const { rows } = await sql`select from graphile_worker._private_jobs`.execute(without.app.db)
  expect(rows).toEqual([])
  await without.close()
})
