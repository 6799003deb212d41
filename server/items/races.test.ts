import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { becomeProducer, countFollower } from '#server/accounts/index.ts'
import { Random } from '#server/art/random.ts'
import type { Tx } from '#server/db/connect.ts'
import { ensureIndexed } from '#server/search/index.ts'
import { fileOf, inTransaction } from '#test/factories.ts'
import { createWorld, type World } from '#test/world.ts'
import {
  addFiles,
  changeItem,
  countComment,
  countDownload,
  countLike,
  countPlay,
  countSale,
  createItem,
  markSold,
  removeItem,
  setFeatured,
  setState,
} from './index.ts'

const ROUNDS = Number(process.env.RACE_ROUNDS ?? 2)
const AT_ONCE = 20
const PATIENCE = 120_000 // for a round, on a busy machine

let world: World
let owners: number[]
beforeAll(async () => {
  world = await createWorld()
  const people = await Promise.all(Array.from({ length: 3 }, () => world.signUp()))
  owners = people.map(({ id }) => id)
  for (const id of owners) await act((tx) => becomeProducer(tx, id))
})
afterAll(() => world.close())

const now = () => world.app.clock.now()
const act = <Result>(change: (tx: Tx) => Promise<Result>) => inTransaction(world.app.db, change)

/** Compares every counter and the index with the rows, and returns the differences. */
async function disagreements() {
  const { rows } = await sql<{ what: string; id: number }>`
    select 'tracks' as what, account_id as id from account_stat where account_id = any(${owners}::bigint[]) and tracks <>
      (select count(*) from item where owner_id = account_id and status = 'published' and deleted_at is null)
    union all select 'beats', owner_id from producer_beats where beats <>
      (select count(*) from item where item.owner_id = producer_beats.owner_id and kind = 'beat' and status = 'published' and deleted_at is null)
    union all select 'plays of the owner', account_id from account_stat where account_id = any(${owners}::bigint[]) and plays <>
      (select coalesce(sum(plays), 0) from item join item_stat on item_id = id where owner_id = account_id)
    union all select 'index', coalesce(item.id, item_search.item_id) from item_search full join
      (select * from item where status = 'published' and deleted_at is null) item on item.id = item_search.item_id
      where item.id is null or item_search.item_id is null or item_search.price_cents <> item.price_cents
        or item_search.is_featured <> item.is_featured or item_search.title_key <> lower(item.title)
    union all select 'price', id from item where price_cents <>
      (select min(price_cents) from license_on_offer where item_id = item.id)
    union all select 'counters', id from item where not exists (select from item_stat where item_id = item.id)
    union all select 'sales', item_id from item_stat where sales <>
      (select coalesce(sum(sold), 0) from license where license.item_id = item_stat.item_id)
    union all select 'days', item_id from item_stat
      where array[plays, likes, sales, downloads, earnings_cents]::numeric[] is distinct from
        (select array[coalesce(sum(d.plays), 0), coalesce(sum(d.likes), 0), coalesce(sum(d.sales), 0),
          coalesce(sum(d.downloads), 0), coalesce(sum(d.earnings_cents), 0)]::numeric[]
        from item_day d where d.item_id = item_stat.item_id)
    union all select 'versions', item_id from item_file group by item_id, role
      having count(*) <> max(version) or count(*) filter (where is_present) <> 1
        or max(version) filter (where is_present) <> max(version)
    union all select 'slugs', item_id from item_old_slug join item using (slug)`.execute(world.app.db)
  return rows
}

test(
  'counters, index and files stay right while twenty items are changed, versioned, sold and removed at once',
  async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const ids = await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => create(n)))
      const counted = new Map(ids.map((id) => [id, 0]))
      const charts = Array.from({ length: 3 }, () => ensureIndexed(world.app))
      await Promise.all([
        ...ids.map((id, n) => live(id, n, { ids, counted, random: new Random(`${round} ${n}`) })),
        ...charts,
      ])
      expect(await disagreements()).toEqual([])
      const { rows } = await sql<{ itemId: number; plays: number }>`select item_id, plays from item_stat
      where item_id = any(${ids}::bigint[])`.execute(world.app.db)
      expect(new Map(rows.map(({ itemId, plays }) => [itemId, plays]))).toEqual(counted)
    }
  },
  ROUNDS * PATIENCE,
)

const create = (n: number) =>
  act((tx) =>
    createItem(
      tx,
      {
        kind: n % 4 ? 'beat' : 'pack',
        ownerId: owners[n % owners.length]!,
        title: 'Same road',
        status: 'pending',
        files: [fileOf('master')],
        licenses: [
          { type: 'MP3', priceCents: 2_000 },
          { type: 'WAV', priceCents: 3_000 },
        ],
      },
      now(),
    ),
  )

const countsOf = (counts: Map<number, number>) => Array.from(counts, ([itemId, by]) => ({ itemId, by, at: now() }))

type Crowd = { ids: number[]; counted: Map<number, number>; random: Random }

async function live(id: number, n: number, { ids, counted, random }: Crowd) {
  const countForSome = () => {
    const plays = new Map(random.sample(ids, 5).map((other) => [other, random.whole(1, 3)]))
    for (const [other, by] of plays) counted.set(other, counted.get(other)! + by)
    return act((tx) => countPlay(tx, countsOf(plays)))
  }
  await act((tx) => setState(tx, id, 'published', { now: now() }))
  await countForSome()
  const steps: ((tx: Tx) => Promise<unknown>)[] = random.sample(
    [
      (tx) => changeItem(tx, id, { title: `Changed road ${n % 3}` }, now()),
      (tx) => changeItem(tx, id, { licenses: [{ type: 'MP3', priceCents: 500 + n }] }, now()),
      (tx) => addFiles(tx, id, [fileOf('master'), fileOf('stems')], now()),
      (tx) => addFiles(tx, ids[(n + 1) % ids.length]!, [fileOf('master')], now()).catch(ignoreGone),
      (tx) => setFeatured(tx, id, n % 2 === 0),
      (tx) => countLike(tx, countsOf(new Map([[ids[(n * 7) % ids.length]!, 1]]))),
      (tx) => countComment(tx, [{ itemId: id, by: 1 }]),
      (tx) => countDownload(tx, countsOf(new Map(random.sample(ids, 4).map((other) => [other, 1])))),
      (tx) =>
        countSale(
          tx,
          random.sample(ids, 3).map((itemId) => ({ itemId, license: 'WAV', by: 1, cents: 2_995, at: now() })),
        ),
      (tx) => countFollower(tx, new Map(owners.map((owner) => [owner, 1]))),
    ],
    10,
  )
  for (const step of steps) await act(step)
  await countForSome()
  if (n % 3 === 0) await act((tx) => markSold(tx, id, now()))
  if (n % 3 === 1) await act((tx) => removeItem(tx, id, now()))
  if (n % 5 === 0 && n % 3 === 2) await act((tx) => setState(tx, id, 'paused', { now: now() }))
}

/** Another change may have removed the item already. */
const ignoreGone = (error: { status?: number }) => {
  if (error.status !== 404) throw error
}
