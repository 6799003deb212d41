import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createDb, createPool } from '#server/db/connect.ts'
import type { ItemStatus } from '#server/db/types.ts'
import { untilBlocked } from '#test/blocked.ts'
import { addItem } from '#test/factories.ts'
import { createWorld, type World } from '#test/world.ts'
import { indexItems } from './index-items.ts'
import { ensureIndexed } from './index.ts'

let world: World
let ownerId: number
let id: number
beforeEach(async () => {
  world = await createWorld()
  ownerId = (await world.signUp({ displayName: 'FoghornLane' })).id
  await world.app.db.updateTable('account').set({ isProducer: true }).where('id', '=', ownerId).execute()
  id = await addItem(world.app.db, { ownerId, title: 'Lighthouse', tags: ['estuary'] })
})
afterEach(() => world.close())

const db = () => world.app.db
const found = async (q: string) => (await world.guest('GET /search', { query: { q } })).items.map((item) => item.id)
const listed = async () => (await world.guest('GET /items', { query: {} })).items.map((item) => item.id)
const suggested = async (q: string) =>
  (await world.guest('GET /suggestions', { query: { q } })).items.map((item) => item.id)
const beats = async () =>
  (await world.guest('GET /users/producers', { query: {} })).items.map(({ beatsCount }) => beatsCount)

/** Expects these items in every list, search and suggestion. */
async function expectOnSale(ids: number[]) {
  expect(await listed()).toEqual(ids)
  expect(await found('lighthouse')).toEqual(ids)
  expect(await found('foghorn lane')).toEqual(ids)
  expect(await suggested('lighth')).toEqual(ids)
  expect((await world.guest('GET /items', { query: { tags: 'estuary' } })).totalItems).toBe(ids.length)
  expect((await world.guest('GET /items', { query: { producer: ownerId } })).totalItems).toBe(ids.length)
}

async function become(over: { status?: ItemStatus; deletedAt?: Date | null; title?: string }) {
  await db()
    .transaction()
    .execute(async (tx) => {
      await tx.updateTable('item').set(over).where('id', '=', id).execute()
      await indexItems(tx, [id])
    })
}

test.each(['sold', 'rejected', 'draft', 'pending', 'processing', 'failed', 'paused', 'taken_down'] as const)(
  'an item that becomes %s is not found until it is published again',
  async (status) => {
    await expectOnSale([id])
    await become({ status })
    await expectOnSale([])
    expect(await beats()).toEqual([0])
    await become({ status: 'published' })
    await expectOnSale([id])
    expect(await beats()).toEqual([1])
  },
)

test('a deleted item is not found until it is restored', async () => {
  await become({ deletedAt: new Date() })
  await expectOnSale([])
  await become({ deletedAt: null })
  await expectOnSale([id])
})

test('a change that is rolled back changes no result', async () => {
  const takenBack = db()
    .transaction()
    .execute(async (tx) => {
      await tx
        .updateTable('item')
        .set({ title: 'Quayside', tags: ['gantry'] })
        .where('id', '=', id)
        .execute()
      const other = await addItem(tx, { ownerId, title: 'Marquee' })
      await indexItems(tx, [id, other])
      throw new Error('at the last moment')
    })
  await expect(takenBack).rejects.toThrow('at the last moment')
  await expectOnSale([id])
  expect(await beats()).toEqual([1])
  for (const q of ['quayside', 'marquee', 'gantry']) {
    expect(await found(q)).toEqual([])
    expect((await world.guest('GET /suggestions', { query: { q } })).tags).toEqual([])
  }
})

test('an item is found by its new title at once, and no longer by the old one', async () => {
  await become({ title: 'Quayside' })
  expect(await found('quayside')).toEqual([id])
  expect(await found('quays')).toEqual([id])
  expect(await found('lighthouse')).toEqual([])
})

test('a changed item keeps its figures from the charts', async () => {
  await db()
    .updateTable('itemSearch')
    .set({ popularity: 5, trend: 2, isPopular: true })
    .where('itemId', '=', id)
    .execute()
  await become({ title: 'Quayside' })
  expect((await world.guest('GET /items', { query: { flags: 'popular' } })).items.map((item) => item.id)).toEqual([id])
})

test('items are found by their owner’s new name, and no longer by the old one', async () => {
  await db()
    .updateTable('account')
    .set({ handle: 'GantryRow', handleKey: 'gantryrow' })
    .where('id', '=', ownerId)
    .execute()
  await indexItems(db(), [id])
  expect(await found('gantry row')).toEqual([id])
  expect(await found('gantryrow')).toEqual([id])
  expect(await found('foghornlane')).toEqual([])
})

test('items of a deleted account are not found until it is restored', async () => {
  const leave = async (deletedAt: Date | null) => {
    await db().updateTable('account').set({ deletedAt }).where('id', '=', ownerId).execute()
    await indexItems(db(), [id])
  }
  await leave(new Date())
  await expectOnSale([])
  await leave(null)
  await expectOnSale([id])
})

test('after a crash the next start finds missing items, ranks them, and changes nothing else', async () => {
  const later = await addItem(db(), { ownerId, title: 'Cormorant', stat: { plays: 50 } })
  const never = await addItem(db(), { ownerId, title: 'Overpass', status: 'pending' })
  const left = await world.signUp()
  await addItem(db(), { ownerId: left.id, title: 'Viaduct' })
  await db().updateTable('account').set({ deletedAt: new Date() }).where('id', '=', left.id).execute()
  await db().deleteFrom('itemSearch').where('itemId', '<>', id).execute()
  await db().deleteFrom('searchTerm').where('term', '=', 'cormorant').execute()
  expect(await found('cormorant')).toEqual([])

  await ensureIndexed(world.app)
  expect(await found('cormorant')).toEqual([later])
  expect(await listed()).toEqual([later, id])
  expect(await found('overpass')).toEqual([])
  expect(await found('viaduct')).toEqual([])
  expect(await beats()).toEqual([2])
  expect((await db().selectFrom('itemSearch').select('itemId').where('itemId', '=', never).execute()).length).toBe(0)
})

test('the statistics of a large index may take longer than a query', async () => {
  const later = await addItem(db(), { ownerId, title: 'Cormorant' })
  await db().deleteFrom('itemSearch').where('itemId', '=', later).execute()
  const pool = createPool(world.app.config.databaseUrl!, { max: 1, onError: () => {} })
  const hasty = createDb(pool)
  await sql`set statement_timeout = 2000`.execute(hasty)
  const starting = await db()
    .transaction()
    .execute(async (tx) => {
      await sql`lock table account in share update exclusive mode`.execute(tx) // reads and writes go on
      const indexing = ensureIndexed({ db: hasty, clock: world.app.clock })
      await untilBlocked(db())
      await sql`select pg_sleep(2.2)`.execute(tx)
      return { indexing }
    })
  await starting.indexing
  await hasty.destroy()
  expect(await found('cormorant')).toEqual([later])
})
