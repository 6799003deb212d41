import { afterAll, beforeAll, expect, test } from 'vitest'
import { handleKey } from '#server/accounts/index.ts'
import { pretendedManifest as manifest } from '#test/pretended-demo.ts'
import { createWorld, type World } from '#test/world.ts'
import { seedDemo } from '#demo/seed.ts'
import { makeDesk } from './make-desk.ts'
import { makePlans } from './make-plans.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
  const { db, clock } = world.app
  await seedDemo({ db, put: async () => {}, passwordHash: 'hash', handleKey, manifest, now: clock.now() })
  await makePlans(world.app)
  await makeDesk(world.app)
})
afterAll(() => world.close())

test('the desk of the demo has done, late and open work, a support case, one announcement and counted days, once', async () => {
  const made = async () => ({
    tasks: await world.app.db
      .selectFrom('planTask')
      .select(['kind', 'doneAt', 'dueAt', 'link'])
      .orderBy('id')
      .execute(),
    notes: await world.app.db.selectFrom('supportNote').select(['accountId', 'createdAt']).execute(),
    guests: await world.app.db.selectFrom('contactMessage').select(['accountId', 'createdAt']).execute(),
    announcements: await world.app.db.selectFrom('announcement').select(['audience', 'endedAt', 'told']).execute(),
  })
  const { tasks, announcements, notes, guests } = await made()
  const now = world.app.clock.now()
  expect(tasks.filter(({ doneAt }) => doneAt !== null).length).toBeGreaterThan(2)
  expect(tasks.filter(({ doneAt, dueAt }) => doneAt === null && dueAt < now)).toHaveLength(1)
  expect(tasks.filter(({ doneAt, dueAt }) => doneAt === null && dueAt >= now).length).toBeGreaterThan(0)
  expect(notes).toHaveLength(1)
  expect(guests).toMatchObject([{ accountId: null }])
  expect(announcements).toMatchObject([{ audience: 'plans', endedAt: expect.any(Date) }])
  expect(announcements[0]!.told).toBeGreaterThan(0)
  const days = await world.app.db.selectFrom('houseDay').select('orders').where('orders', '>', 0).execute()
  expect(days.length).toBeGreaterThan(2)
  await makeDesk(world.app)
  expect(await made()).toEqual({ tasks, announcements, notes, guests })
})
