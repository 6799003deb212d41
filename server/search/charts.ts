import { sql } from 'kysely'
import type { Db } from '#server/db/connect.ts'

// The formula, published in docs/charts.md and on the charts page. A like is worth as much as five plays, a sale as forty.
const LIKE = 5
const SALE = 40
const HALF_LIFE_DAYS = 3
const WATCHED_DAYS = 45 // older events are worth nothing: fifteen half-lives have passed
const EPOCH = '2026-01-01T00:00:00Z'
const MARKED = 100 // items of a kind at most, and a quarter of the kind at most
const SMALLEST_MOVE = 0.02 // in logarithms; smaller changes are not worth a write to the index
const AT_ONCE = 2_000
const KINDS = ['beat', 'pack', 'kit'] as const

/**
 * Queues items that were played, liked or sold, to be scored with the next charts. Queueing an item again locks its
 * entry until the caller commits. Otherwise the charts could take the entry before they see the caller's change. The
 * queue is locked before rows of item_search (docs/architecture.md, 'Locks').
 */
export const queueForCharts = (tx: Db, ids: number[]) =>
  sql`insert into chart_queue (item_id) select id from unnest(${ids}::bigint[]) id group by id order by id
    on conflict (item_id) do update set item_id = excluded.item_id`.execute(tx)

/** Locks rows of the index in the order of their ids, as charts, tiers and indexing all do. */
export const lockIndexed = (tx: Db, ids: number[]) =>
  sql`select from item_search where item_id = any(${ids}::bigint[]) order by item_id for update`.execute(tx)

/** The cost depends on the events since the last run, not on the size of the catalogue. */
export async function refreshCharts(db: Db, now: Date) {
  for (;;) {
    const ids = await takeQueued(db, now)
    if (ids < AT_ONCE) break
  }
  for (const kind of KINDS) {
    await markTop(db, kind, 'popular', sql`popularity > 0`)
    await markTop(db, kind, 'trending', sql`trend > ${sinceEpoch(now) - WATCHED_DAYS / HALF_LIFE_DAYS}`)
  }
}

const sinceEpoch = (at: Date) => (at.getTime() - Date.parse(EPOCH)) / 86_400_000 / HALF_LIFE_DAYS

async function takeQueued(db: Db, now: Date) {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ itemId: number }>`delete from chart_queue where item_id = any(array(
      select item_id from chart_queue order by item_id limit ${AT_ONCE} for update skip locked)) returning item_id`.execute(
      tx,
    )
    const ids = rows.map(({ itemId }) => itemId)
    if (ids.length === 0) return 0
    await lockIndexed(tx, ids)
    await score(tx, ids, now)
    return ids.length
  })
}

/**
 * Popularity is ln(1 + worth of all events). The trend is log2 of the worth of plays, likes and sales, which halves
 * every three days, plus the half-lives since the epoch. Time lowers all trends alike, so items without new events need no
 * write.
 */
const score = (tx: Db, ids: number[], now: Date) =>
  sql`with events as (
      select item_id, hour as at, plays as worth from item_play_hour
        where item_id = any(${ids}::bigint[]) and hour > ${now}::timestamptz - make_interval(days => ${WATCHED_DAYS})
      union all
      select item_id, created_at, ${LIKE} from item_like
        where item_id = any(${ids}::bigint[]) and created_at > ${now}::timestamptz - make_interval(days => ${WATCHED_DAYS})
      union all
      select item_id, granted_at, ${SALE} from purchase
        where item_id = any(${ids}::bigint[]) and state <> 'refunded'
          and granted_at > ${now}::timestamptz - make_interval(days => ${WATCHED_DAYS})),
    fresh as (
      select item_id, sum(worth * power(0.5, greatest(0, extract(epoch from ${now}::timestamptz - at)::float8) / 86400 / ${HALF_LIFE_DAYS})) as worth
      from events group by item_id),
    figures as (
      select s.item_id, ln(1 + s.plays + ${LIKE} * s.likes + ${SALE} * s.sales)::real as popularity,
        case when fresh.worth > 0 then (log(2, fresh.worth::numeric)::float8 + ${sinceEpoch(now)})::real else -1000 end as trend
      from item_stat s left join fresh using (item_id) where s.item_id = any(${ids}::bigint[]))
    update item_search set popularity = figures.popularity, trend = figures.trend from figures
    where figures.item_id = item_search.item_id and (
      abs(item_search.popularity - figures.popularity) > ${SMALLEST_MOVE} or abs(item_search.trend - figures.trend) > ${SMALLEST_MOVE})`.execute(
    tx,
  )

/**
 * Gives the flag to the best items of a kind, and takes it from others. Reads only items that have the flag or should
 * have it, and locks them in the order of their ids.
 */
async function markTop(
  db: Db,
  kind: (typeof KINDS)[number],
  flag: 'popular' | 'trending',
  worthy: ReturnType<typeof sql>,
) {
  const column = sql.ref(flag === 'popular' ? 'is_popular' : 'is_trending')
  const order = sql.ref(flag === 'popular' ? 'popularity' : 'trend')
  const ofKind = sql`kind = ${sql.lit(kind)}`
  await sql`with top as (select item_id, ${column} as marked from item_search where ${ofKind} and ${worthy}
      order by ${order} desc, item_id desc limit ${await mostMarked(db, kind)}),
    changing as (select item_id, true as wanted from top where not marked
      union all select item_id, false from item_search where ${ofKind} and (is_popular or is_trending) and ${column}
        and item_id not in (select item_id from top)),
    locked as (select item_id from item_search where item_id in (select item_id from changing) order by item_id for update)
    update item_search set ${column} = wanted from changing join locked using (item_id)
    where item_search.item_id = changing.item_id and ${column} <> wanted`.execute(db)
}

async function mostMarked(db: Db, kind: (typeof KINDS)[number]) {
  const { rows } = await sql<{ items: number }>`select count(*) as items from
    (select from item_search where kind = ${sql.lit(kind)} limit ${MARKED * 4}) first`.execute(db)
  return Math.min(MARKED, Math.ceil((rows[0]?.items ?? 0) / 4))
}
