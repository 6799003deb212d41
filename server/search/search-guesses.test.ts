import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorld, type World } from '#test/world.ts'
import { refreshVocabulary } from './vocabulary.ts'

/** More items than a wrong guess may fetch or pass. Only the most expensive few offer a WAV. */
const CROWD = 20_500
const WITH_WAV = 7

let world: World
let ownerId: number
beforeAll(async () => {
  world = await createWorld()
  ownerId = (await world.signUp()).id
  const { db } = world.app
  await sql`with added as (
      insert into item (kind, owner_id, slug, title, status, published_at)
      select 'beat', ${ownerId}, 'item-' || number, 'Harbour ' || number, 'published', now()
      from generate_series(1, ${CROWD}::int) number returning id),
    counted as (insert into item_stat (item_id) select id from added)
    insert into item_search (item_id, owner_id, kind, price_cents, licenses, is_featured, is_promoted, published_at, tags, title_key, fts)
    select id, ${ownerId}, 'beat', 1000 + row_number() over (order by id),
      case when row_number() over (order by id) > ${CROWD - WITH_WAV} then 2 else 1 end,
      false, false, now(), '{}', 'harbour', 'harbour:1'::tsvector from added`.execute(db)
  await refreshVocabulary(db)
}, 60_000)
afterAll(() => world.close())

const cheapest = { q: 'harbour', sort: 'price-up', limit: 3 } as const
const numbersOf = (items: { slug: string }[]) => items.map(({ slug }) => Number(slug.replace('item-', '')))

test('a filter that passes far more items than guessed still gives the first ones', async () => {
  const query = { q: 'harbour', limit: 50, producer: ownerId } as const
  const page = Array.from({ length: query.limit }, (_, index) => index)
  const cheap = await world.guest('GET /search', { query: { ...query, sort: 'price-up' } })
  expect([numbersOf(cheap.items), cheap.totalItems, cheap.capped]).toEqual([
    page.map((place) => 1 + place),
    1_000,
    true,
  ])
  const dear = await world.guest('GET /search', { query: { ...query, sort: 'price-down' } })
  expect(numbersOf(dear.items)).toEqual(page.map((place) => CROWD - place))
})

test('a filter that passes far fewer items than guessed, all at the end of the order, finds each', async () => {
  const pages = await Promise.all(
    [0, 1, 2].map((page) => world.guest('GET /search', { query: { ...cheapest, page, license: 'WAV' } })),
  )
  expect(pages.flatMap(({ items }) => numbersOf(items))).toEqual([6, 5, 4, 3, 2, 1, 0].map((before) => CROWD - before))
  expect(pages.map(({ totalItems, capped }) => [totalItems, capped])).toEqual(pages.map(() => [WITH_WAV, false]))
})
