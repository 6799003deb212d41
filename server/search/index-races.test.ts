import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { untilBlocked } from '#test/blocked.ts'
import { addItem } from '#test/factories.ts'
import { createWorld, type World } from '#test/world.ts'
import { refreshCharts } from './charts.ts'
import { indexItems } from './index-items.ts'
import { refreshVocabulary } from './vocabulary.ts'

let world: World
let ownerId: number
beforeEach(async () => {
  world = await createWorld()
  ownerId = (await world.signUp()).id
  await world.app.db.updateTable('account').set({ isProducer: true }).where('id', '=', ownerId).execute()
})
afterEach(() => world.close())

const add = (over: object = {}) => addItem(world.app.db, { ownerId, ...over })
const beatsCount = async () => (await world.guest('GET /users/producers', { query: {} })).items[0]?.beatsCount
const found = async (q: string) => (await world.guest('GET /search', { query: { q } })).items.map(({ id }) => id)
const setStatus = (id: number, status: 'sold' | 'published') =>
  world.app.db.updateTable('item').set({ status }).where('id', '=', id).execute()
test('two beats of one producer that come on sale at the same time are both counted', async () => {
  const title = 'Known words'
  await add({ title })
  const [one, other] = [await add({ title, status: 'draft' }), await add({ title, status: 'draft' })]
  await setStatus(one, 'published')
  await setStatus(other, 'published')
  let later: Promise<void> | undefined
  await world.app.db.transaction().execute(async (tx) => {
    await indexItems(tx, [one])
    later = world.app.db.transaction().execute((second) => indexItems(second, [other]))
    await untilBlocked(world.app.db)
  })
  await later
  expect(await beatsCount()).toBe(3)
})

test('an item that comes back on sale keeps the rank of its plays', async () => {
  const played = await add({ stat: { plays: 500 } })
  const id = await add()
  await refreshCharts(world.app.db, world.app.clock.now())
  await setStatus(played, 'sold')
  await indexItems(world.app.db, [played])
  await setStatus(played, 'published')
  await indexItems(world.app.db, [played])
  await refreshCharts(world.app.db, world.app.clock.now())
  const { items } = await world.guest('GET /beats/popular', { query: {} })
  expect(items.map((item) => item.id)).toEqual([played, id])
})

test('a new word is found at once, even while all words are counted', async () => {
  await add({ title: 'Night Bus' })
  let night: Promise<void> | undefined
  let id = 0
  await world.app.db.transaction().execute(async (tx) => {
    // the nightly count waits for this lock after it has counted
    await sql`lock table search_term in share row exclusive mode`.execute(tx)
    night = refreshVocabulary(world.app.db)
    await untilBlocked(world.app.db)
    id = await addItem(tx, { ownerId, title: 'Zeppelin' })
  })
  await night
  expect(await found('zeppelin')).toEqual([id])
})

test('indexing locks removed and changed items in one order, so that the nightly count can’t deadlock with it', async () => {
  const [stays, goes] = [await add({ title: 'Stays here' }), await add({ title: 'Goes away' })]
  await setStatus(goes, 'sold')
  let indexing: Promise<void> | undefined
  await world.app.db.transaction().execute(async (night) => {
    const lock = (id: number) => sql`select from item_search where item_id = ${id} for update`.execute(night)
    await lock(stays)
    indexing = world.app.db.transaction().execute((tx) => indexItems(tx, [stays, goes]))
    await untilBlocked(world.app.db)
    await lock(goes)
  })
  await indexing
  expect([await found('stays'), await found('goes')]).toEqual([[stays], []])
})
