import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addItem } from '#test/factories.ts'
import { createWorld, type World } from '#test/world.ts'
import { queueForCharts, refreshCharts } from './charts.ts'

const DAY = 86_400_000

let world: World
let ownerId: number
let people = 0
beforeEach(async () => {
  world = await createWorld()
  ownerId = (await world.signUp()).id
})
afterEach(() => world.close())

type Events = { plays?: number; likes?: number; sales?: number; on?: number }
const now = () => world.app.clock.now()
const refresh = () => refreshCharts(world.app.db, now())
const hour = () => new Date(Math.floor(now().getTime() / 3_600_000) * 3_600_000)

/** Adds plays, likes and sales as the features do: rows, counters, and an entry in the queue. */
async function addEvents(itemId: number, { plays = 0, likes = 0, sales = 0 }: Events) {
  const { db } = world.app
  await sql`update item_stat set plays = plays + ${plays}, likes = likes + ${likes}, sales = sales + ${sales}
    where item_id = ${itemId}`.execute(db)
  if (plays) await sql`insert into item_play_hour values (${itemId}, ${hour()}, ${plays})`.execute(db)
  for (let n = 0; n < likes; n++) {
    const handle = `liker-${++people}`
    await sql`with liker as (insert into account (email, handle, handle_key, referral_code)
      values (${`${handle}@slide.test`}, ${handle}, ${handle}, ${handle}) returning id)
      insert into item_like (account_id, item_id, created_at) select id, ${itemId}, ${now()} from liker`.execute(db)
  }
  await queueForCharts(db, [itemId])
}
const add = async (events: Events = {}, over: object = {}) => {
  const id = await addItem(world.app.db, { ownerId, publishedAt: now(), ...over })
  if (Object.keys(events).length) await addEvents(id, events)
  return id
}
const list = async (name: 'popular' | 'trending' | 'new' | 'featured') =>
  (await world.guest(`GET /beats/${name}`, { query: { limit: 100 } })).items
const order = async (name: 'popular' | 'trending' | 'new' | 'featured') => (await list(name)).map(({ id }) => id)
const flagged = async (flag: 'isPopular' | 'isTrending') =>
  (await list('popular')).filter((item) => item[flag]).map(({ id }) => id)
/** The version of each row, which changes with every write. */
const versions = async () =>
  (
    await sql<{ itemId: number; version: string }>`select item_id, xmin::text as version from item_search`.execute(
      world.app.db,
    )
  ).rows
const figures = async (itemId: number) =>
  world.app.db
    .selectFrom('itemSearch')
    .where('itemId', '=', itemId)
    .select(['popularity', 'trend'])
    .executeTakeFirstOrThrow()

test('popular: a like is worth five plays and a sale forty, over the item’s whole life', async () => {
  const nothing = await add()
  const played = await add({ plays: 39 })
  const sold = await add({ sales: 1 })
  const liked = await add({ likes: 9 })
  const mixed = await add({ plays: 6, likes: 8 })
  await refresh()
  expect(await order('popular')).toEqual([mixed, liked, sold, played, nothing])
  expect((await figures(sold)).popularity).toBeCloseTo(Math.log(41), 3)
  expect((await figures(mixed)).popularity).toBeCloseTo(Math.log(47), 3)
  world.passTime(300 * DAY)
  await addEvents(nothing, { plays: 1 })
  await refresh()
  expect(await order('popular')).toEqual([mixed, liked, sold, played, nothing])
})

test('trending: plays lose half their worth in three days, and no row is written for that', async () => {
  const first = await add({ plays: 64 })
  const second = await add({ plays: 20 })
  await refresh()
  expect(await order('trending')).toEqual([first, second])
  const before = await versions()

  world.passTime(9 * DAY) // 64 plays are worth 8 by now, and 20 are worth 2.5
  await refresh()
  expect(await versions()).toEqual(before)
  const third = await add({ plays: 4 })
  const fourth = await add({ likes: 2 })
  await refresh()
  expect(await order('trending')).toEqual([fourth, first, third, second])
  expect((await versions()).filter(({ itemId }) => itemId === second)).toEqual(
    before.filter(({ itemId }) => itemId === second),
  )

  world.passTime(6 * DAY)
  await addEvents(second, { plays: 3 }) // together with the rest of the 20 plays these are worth more than 2.5, 2 and 1
  await refresh()
  expect(await order('trending')).toEqual([second, fourth, first, third])
})

test('only queued items are scored', async () => {
  const [asked, unasked] = [await add({ plays: 5 }), await add({ plays: 5 })]
  await refresh()
  const before = await figures(unasked)
  await sql`update item_stat set plays = 500`.execute(world.app.db)
  await queueForCharts(world.app.db, [asked, asked])
  await refresh()
  expect((await figures(asked)).popularity).toBeCloseTo(Math.log(501), 3)
  expect(await figures(unasked)).toEqual(before)
  expect(await world.app.db.selectFrom('chartQueue').selectAll().execute()).toEqual([])
})

test('plays during a run of the charts are scored in the next run', async () => {
  const id = await add({ plays: 1 })
  await world.app.db.transaction().execute(async (tx) => {
    await sql`update item_stat set plays = plays + 99 where item_id = ${id}`.execute(tx)
    await queueForCharts(tx, [id])
    await refresh() // the run does not see the plays and must leave the entry
  })
  await refresh()
  expect((await figures(id)).popularity).toBeCloseTo(Math.log(101), 3)
})

test('the flags mark the best quarter of the items with events, and follow the order', async () => {
  const ids: number[] = []
  for (let n = 1; n <= 8; n++) ids.push(await add({ plays: n * 10 }))
  await add({ plays: 999 }, { kind: 'pack' }) // packs have a chart of their own
  await refresh()
  expect(await flagged('isPopular')).toEqual([ids[7], ids[6]])
  expect(await flagged('isTrending')).toEqual([ids[7], ids[6]])

  world.passTime(12 * DAY)
  await addEvents(ids[0]!, { plays: 20 })
  await refresh()
  expect(await flagged('isPopular')).toEqual([ids[7], ids[6]])
  expect(await flagged('isTrending')).toEqual([ids[7], ids[0]])

  world.passTime(70 * DAY) // everything together is worth less than 2 to the power of -15
  await refresh()
  expect(await flagged('isPopular')).toEqual([ids[7], ids[6]])
  expect(await flagged('isTrending')).toEqual([])
})

test('an item without plays, likes and sales is neither popular nor trending', async () => {
  for (let n = 0; n < 4; n++) await add()
  await refresh()
  expect([await flagged('isPopular'), await flagged('isTrending')]).toEqual([[], []])
})

test('a like that was taken back no longer counts', async () => {
  const [liked, played] = [await add({ likes: 1 }), await add({ plays: 2 })]
  await refresh()
  expect(await order('trending')).toEqual([liked, played])
  await sql`delete from item_like`.execute(world.app.db)
  await sql`update item_stat set likes = 0`.execute(world.app.db)
  await queueForCharts(world.app.db, [liked])
  await refresh()
  expect([await order('trending'), await order('popular')]).toEqual([
    [played, liked],
    [played, liked],
  ])
})

test('new lists fourteen days by date of publication; featured lists chosen items, promoted ones first', async () => {
  const old = await add({ plays: 50 }, { isFeatured: true })
  world.passTime(10 * DAY)
  const paid = await add({}, { isPromoted: true })
  world.passTime(DAY)
  const picked = await add({}, { isFeatured: true })
  await refresh()
  expect(await order('new')).toEqual([picked, paid, old])
  expect(await order('featured')).toEqual([paid, picked, old])
  expect((await list('new')).map(({ isNew }) => isNew)).toEqual([true, true, true])
  world.passTime(4 * DAY)
  expect((await list('new')).map(({ isNew }) => isNew)).toEqual([true, true, false])
})
