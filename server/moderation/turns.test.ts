import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { untilBlocked } from '#test/blocked.ts'
import { addSubmission, newAdmin, newSeller } from '#test/desk.ts'
import { createWorld } from '#test/world.ts'
import { turnTasks } from './turns.ts'

const DAY = 24 * 60 * 60_000
const world = await createWorld()
const admin = await newAdmin(world)
afterAll(() => world.close())

test('items that wait move with the plan of their seller', async () => {
  const [first, second] = [await newSeller(world), await newSeller(world)]
  await addSubmission(world, { ownerId: first.id, title: 'Moved one' })
  world.passTime(1_000)
  await addSubmission(world, { ownerId: second.id, title: 'Moved two' })
  const titles = async () =>
    (await admin.call('GET /admin/submissions', { query: { q: 'moved' } })).items.map(({ title }) => title)
  expect(await titles()).toEqual(['Moved one', 'Moved two'])
  const until = new Date(world.app.clock.now().getTime() + 9 * DAY).toISOString().slice(0, 10)
  const body = { plan: 'growth' as const, until, reason: 'Helped us test' }
  await admin.call('POST /admin/people/:id/plan', { params: { id: second.id }, body })
  await world.work()
  expect(await titles()).toEqual(['Moved two', 'Moved one'])
  await admin.call('POST /admin/people/:id/end-plan', { params: { id: second.id }, body: { reason: 'It is over' } })
  await world.work()
  expect(await titles()).toEqual(['Moved one', 'Moved two'])
})

test('a change of the plan locks items before their reviews, as decisions do', async () => {
  const { db } = world.app
  const ann = await newSeller(world, 'pro')
  const submit = (title: string) => addSubmission(world, { ownerId: ann.id, title })
  const ids = [await submit('One'), await submit('Other')]
  const turns = () => db.selectFrom('review').where('itemId', 'in', ids).select('turn').execute()
  await db.updateTable('review').set({ turn: 2 }).where('itemId', 'in', ids).execute()
  const { setting } = await db.transaction().execute(async (tx) => {
    await sql`select from item where id = ${ids[1]} for no key update`.execute(tx)
    const setting = turnTasks(world.app)['set-turns']({ sellerId: ann.id })
    await untilBlocked(db)
    await tx.selectFrom('review').where('itemId', 'in', ids).select('id').forUpdate().noWait().execute()
    return { setting }
  })
  await setting
  expect(await turns()).toEqual([{ turn: 0 }, { turn: 0 }])
})
