import { afterAll, expect, test } from 'vitest'
import { countComment } from '#server/items/index.ts'
import { createBans } from '#test/bans.ts'
import { untilBlocked } from '#test/blocked.ts'

const { shop, admin, at, ban, lift } = await createBans()
afterAll(() => shop.world.close())

test('comments of a banned person count as long as they are shown', async () => {
  const { world } = shop
  const person = await world.signUp()
  const item = { params: { id: await shop.addBeat() } }
  const write = (text: string, { call }: Pick<typeof person, 'call'>) =>
    call('POST /beats/:id/comments', { ...item, body: { text } })
  const total = async () => {
    await world.work()
    return (await world.guest('GET /beats/:id/comments', { ...item, query: {} })).total
  }
  await write('Good.', admin)
  const spam = await write('Buy my followers', person)
  await write('Buy my likes', person)
  const only = { params: { id: await shop.addBeat() } }
  const early = await person.call('POST /beats/:id/comments', { ...only, body: { text: 'Buy my plays' } })
  await ban(person)
  await admin.call('DELETE /comments/:id', at(early)) // before the job counts anew
  expect(await total()).toBe(1)
  expect((await world.guest('GET /beats/:id/comments', { ...only, query: {} })).total).toBe(0)
  await admin.call('DELETE /comments/:id', at(spam))
  expect(await total()).toBe(1)
  await lift(person)
  expect(await total()).toBe(2)
})

test('a comment that was let in just before the ban of its writer does not count', async () => {
  const { world } = shop
  const { db, clock } = world.app
  const person = await world.signUp()
  const itemId = await shop.addBeat()
  const { counting } = await db.transaction().execute(async (tx) => {
    await countComment(tx, [{ itemId, by: 1 }])
    const comment = { itemId, accountId: person.id, body: 'Buy my followers', createdAt: clock.now() }
    await tx.insertInto('comment').values(comment).execute()
    await ban(person)
    const counting = world.work()
    await untilBlocked(db)
    return { counting }
  })
  await counting
  expect((await world.guest('GET /beats/:id/comments', { ...at({ id: itemId }), query: {} })).total).toBe(0)
})
