import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorld, type World } from '#test/world.ts'
import { refreshVocabulary } from './vocabulary.ts'

const ITEMS = 30_000
const MOST = 1_000

let world: World
beforeAll(async () => {
  world = await createWorld()
  const { db } = world.app
  const { id } = await world.signUp()
  // all items match drill, by their title or a weaker field; no item matches both `odd` and `even`
  await sql`insert into item (kind, owner_id, slug, title, status, published_at)
    select case when n % 10 = 0 then 'pack' else 'beat' end::item_kind, ${id}, 'of-many-' || n, 'Drill', 'published', now() - n * interval '1 second'
    from generate_series(1, ${sql.lit(ITEMS)}) n`.execute(db)
  await sql`insert into item_stat (item_id) select id from item`.execute(db)
  await sql`insert into item_search (item_id, owner_id, kind, price_cents, licenses, is_featured, is_promoted, published_at, tags, title_key, fts, popularity)
    select id, owner_id, kind, 1000 + hashint8(id) % 500, 0, false, false, published_at, '{}',
      case when id % 4000 = 1 then 'drill' else '' end,
      concat_ws(' ', '''drill'':1' || chr(65 + abs(hashint8(id)) % 4), case when id % 2 = 0 then '''even'':2A' else '''odd'':2A' end,
        case when id % 3 = 0 then '''third'':3' || chr(65 + abs(hashint8(id * 3)) % 4) end, case when id % 40 = 0 then '''fortieth'':3A' end,
        case when id % 700 = 0 then '''seldom'':4C' end, case when id % 20 = 0 then '''often'':3' || chr(65 + abs(hashint8(id * 5)) % 4) end, '''=' || kind || '''')::tsvector,
      (abs(hashint8(id * 7)) % 100000) / 10000.0
    from item`.execute(db)
  await sql`update item_search set title_key = 'often' where item_id % 6000 = 20`.execute(db)
  await refreshVocabulary(db)
  // the popular items with this word fill a page together with its exact titles, but not alone
  await sql`update item_search set tier = case when item_id % 620 = 40 then 2 else 3 end where item_id % 20 = 0`.execute(
    db,
  )
})
afterAll(() => world.close())

type Query = { q: string; k?: 'PACK'; sort?: 'relevance' | 'newest' | 'popular' | 'price-up' }

/** The items of all pages, and of two pages after the last. */
async function walk(query: Query, limit: number) {
  const ids: number[] = []
  const counts = new Set<number>()
  for (let page = 0; page < MOST / limit + 2; page++) {
    const { items, totalItems } = await world.guest('GET /search', { query: { ...query, limit, page } })
    ids.push(...items.map(({ id }) => id))
    counts.add(totalItems)
  }
  return { ids, counts: [...counts] }
}

test.each<[Query, number]>([
  [{ q: 'drill' }, MOST],
  [{ q: 'drill even' }, MOST],
  [{ q: 'third' }, MOST],
  [{ q: 'drill third', k: 'PACK' }, MOST],
  [{ q: 'often' }, MOST],
  [{ q: 'fortieth' }, ITEMS / 40],
  [{ q: 'drill fortieth' }, ITEMS / 40],
  [{ q: 'seldom' }, 42],
  [{ q: 'odd seldom' }, 42], // no item has both words, and half of all items are odd
  [{ q: 'drill', sort: 'newest' }, MOST],
  [{ q: 'drill fortieth', sort: 'price-up' }, ITEMS / 40],
])('the pages of %o show each item once, and as many as they say', async (query, most) => {
  for (const limit of [100, 37]) {
    const { ids, counts } = await walk(query, limit)
    expect(counts).toEqual([ids.length])
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toHaveLength(most)
  }
})

test('each of two words that never occur together finds its own items, in every order', async () => {
  // the numbers of a huge catalogue
  await sql`update search_term set items = 200000 where term in ('odd', 'even')`.execute(world.app.db)
  for (const sort of ['relevance', 'newest', 'popular', 'price-up'] as const) {
    const { items, totalItems, capped } = await world.guest('GET /search', {
      query: { q: 'odd even', sort, limit: 50 },
    })
    expect([sort, items.length, totalItems, capped]).toEqual([sort, 50, MOST, true])
  }
})
