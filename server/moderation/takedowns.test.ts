import { afterAll, beforeAll, expect, test } from 'vitest'
import { newAdmin, newSeller } from '#test/desk.ts'
import { addItem, fileOf } from '#test/factories.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
let admin: Awaited<ReturnType<World['signUp']>>
let ann: typeof admin
beforeAll(async () => {
  world = await createWorld()
  ;[admin, ann] = [await newAdmin(world), await newSeller(world)]
})
afterAll(() => world.close())

const onSale = (title: string) =>
  addItem(world.app.db, {
    ownerId: ann.id,
    title,
    files: [fileOf('master')],
    licenses: [{ type: 'MP3', priceCents: 2_000 }],
  })
const takeDown = (id: number, reason = 'The sample is not cleared.') =>
  admin.call('POST /admin/items/:id/take-down', { params: { id }, body: { reason } })
const putBack = (id: number) => admin.call('POST /admin/items/:id/put-back', { params: { id } })
const lists = async (q: string) => {
  const [found, newest, charts] = await Promise.all([
    world.guest('GET /search', { query: { q } }),
    world.guest('GET /beats/new', { query: { limit: 100 } }),
    world.guest('GET /beats/trending', { query: { limit: 100 } }),
  ])
  return [found, newest, charts].map(({ items }) => items.some(({ title }) => title === q))
}
const newsOf = async (person: typeof ann) => (await person.call('GET /notifications', { query: {} })).content[0]
const lastAction = async () => (await admin.call('GET /admin/actions', { query: { limit: 1 } })).items[0]

test('an item that is taken down leaves page, lists, search and charts, and comes back', async () => {
  const id = await onSale('Stolen Sirens')
  expect(await lists('Stolen Sirens')).toEqual([true, true, true])
  const page = () => world.guest('GET /beats/:id', { params: { id } })
  const { publishedAt } = await world.app.db
    .selectFrom('item')
    .where('id', '=', id)
    .select('publishedAt')
    .executeTakeFirstOrThrow()

  const long = `The sample is not cleared. ${'x'.repeat(900)}`
  expect(await takeDown(id, long)).toMatchObject({ state: 'taken_down', reason: long })
  expect(await lists('Stolen Sirens')).toEqual([false, false, false])
  await expect(page()).rejects.toMatchObject({ status: 404 })
  expect(await newsOf(ann)).toMatchObject({
    title: 'Stolen Sirens was taken down',
    message: expect.stringContaining('not cleared'),
  })
  expect(await world.lastMailTo(ann.email)).toMatchObject({ subject: '“Stolen Sirens” was taken down' })
  expect(await lastAction()).toMatchObject({ action: 'take item down', subject: { kind: 'item', id }, reason: long })
  expect(await ann.call('GET /me/beats/:id', { params: { id } })).toMatchObject({
    statusLabel: 'Taken down',
    reason: long,
  })
  await expect(takeDown(id)).rejects.toMatchObject({ status: 409 })

  expect(await putBack(id)).toMatchObject({ state: 'published', reason: '' })
  expect(await lists('Stolen Sirens')).toEqual([true, true, true])
  expect(await page()).toMatchObject({ title: 'Stolen Sirens' })
  expect(await newsOf(ann)).toMatchObject({ title: 'Stolen Sirens is back' })
  expect((await world.lastMailTo(ann.email)).subject).toBe('“Stolen Sirens” is back')
  expect(await lastAction()).toMatchObject({ action: 'put item back', subject: { kind: 'item', id } })
  expect(
    await world.app.db.selectFrom('item').where('id', '=', id).select('publishedAt').executeTakeFirstOrThrow(),
  ).toEqual({ publishedAt })
  await expect(putBack(id)).rejects.toMatchObject({ status: 409 })
})

test('a paused item goes back to paused, and its seller can’t put it on sale before', async () => {
  const id = await onSale('Paused Sirens')
  const sale = (way: 'pause' | 'resume') =>
    ann.call(way === 'pause' ? 'POST /me/items/:id/pause' : 'POST /me/items/:id/resume', { params: { id } })
  await sale('pause')
  await takeDown(id)
  await expect(sale('resume')).rejects.toMatchObject({ status: 409 })
  expect(await putBack(id)).toMatchObject({ state: 'paused' })
  await sale('resume')
})

test('ten takedowns at once are one', async () => {
  const id = await onSale('Contested Sirens')
  const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => takeDown(id)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('a draft can’t be taken down, a blank reason is refused, and sellers may do none of it', async () => {
  const draft = await addItem(world.app.db, { ownerId: ann.id, status: 'draft', publishedAt: null })
  await expect(takeDown(draft)).rejects.toMatchObject({ status: 409 })
  const id = await onSale('Quiet Sirens')
  await expect(takeDown(id, ' \n')).rejects.toMatchObject({ status: 400 })
  await expect(takeDown(999_999)).rejects.toMatchObject({ status: 404 })
  const body = { reason: 'Mine' }
  for (const call of [
    () => ann.call('POST /admin/items/:id/take-down', { params: { id }, body }),
    () => ann.call('POST /admin/items/:id/put-back', { params: { id } }),
    () => ann.call('POST /admin/items/:id/feature', { params: { id } }),
  ])
    await expect(call()).rejects.toMatchObject({ status: 403 })
})

test('an admin picks an item for the Featured lists and ends that', async () => {
  const id = await onSale('Picked Sirens')
  const isFeatured = async () =>
    (await world.guest('GET /beats/featured', { query: { limit: 100 } })).items.some((item) => item.id === id)
  const feature = () => admin.call('POST /admin/items/:id/feature', { params: { id } })
  expect(await isFeatured()).toBe(false)
  expect(await feature()).toMatchObject({ featured: true })
  expect(await isFeatured()).toBe(true)
  expect(await lastAction()).toMatchObject({ action: 'feature item', subject: { kind: 'item', id } })
  const { id: before } = (await lastAction())!
  await feature()
  expect((await lastAction())?.id).toBe(before)
  expect(await admin.call('DELETE /admin/items/:id/feature', { params: { id } })).toMatchObject({ featured: false })
  expect(await isFeatured()).toBe(false)
  expect(await lastAction()).toMatchObject({ action: 'end feature of item' })
  await takeDown(id)
  await expect(feature()).rejects.toMatchObject({ status: 409 })
})
