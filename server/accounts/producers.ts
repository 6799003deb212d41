import { sql, type RawBuilder } from 'kysely'
import { plannedOnce, type Db } from '#server/db/connect.ts'
import { escapeLike } from '#server/db/like.ts'

/** A text in more names than this is common. The most followed producers with it are then found quickly. */
const FEW = 500

export type ProducerRow = {
  id: number
  handle: string
  avatarKey: string | null
  plan: 'free' | 'growth' | 'pro'
  followers: number
  beats: number | null
}
export type ProducerOrder = 'popular' | 'newest' | 'name' | 'beats'

const orders: Record<ProducerOrder, RawBuilder<unknown>> = {
  popular: sql`followers desc, id`,
  newest: sql`created_at desc, id desc`,
  name: sql`lower(handle), id`,
  beats: sql`most desc, id`,
}
const columns = sql`account.id, handle, avatar_key, plan, created_at, followers`
const everyone = sql`is_producer and deleted_at is null`
/** Nobody is listed without an item on sale. */
const sells = sql`account_stat.tracks > 0`

/** The number of beats as `most` only where it is the order: its index is walked then. */
const fromAccounts = (order: ProducerOrder) =>
  order === 'beats'
    ? sql`select ${columns}, beats as most from account join account_stat on account_id = account.id
        join producer_beats on owner_id = account.id`
    : sql`select ${columns} from account join account_stat on account_id = account.id`

type Asked = { order: ProducerOrder; limit: number; offset?: number }

/** All producers. The search keeps the numbers of their beats. */
export async function listProducers(db: Db, { order, limit, offset = 0 }: Asked): Promise<ProducerRow[]> {
  return withBeats(
    db,
    sql`${fromAccounts(order)}
      where ${everyone} and ${sells} order by ${orders[order]} limit ${limit} offset ${offset}`,
    order,
  )
}

/** Those of these people who are shown, in the order of the ids. */
export async function peopleOf(db: Db, ids: number[]): Promise<ProducerRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<ProducerRow>`select ${columns}, beats
    from account join account_stat on account_id = account.id left join producer_beats on owner_id = account.id
    where deleted_at is null and banned_at is null and account.id = any(${ids}::bigint[])`.execute(db)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

const lettersOf = sql`translate(lower(handle), '_.-', '')`
/** Signs between the words of a name may be left out. A typed sign must match. */
export const nameContains = (text: string) =>
  /^[\p{L}\p{N}\s]+$/u.test(text)
    ? sql`${lettersOf} like ${`%${text.replaceAll(/\s/g, '')}%`}`
    : sql`lower(handle) like ${`%${escapeLike(text)}%`}`
/** The whole name is one of these, without the signs between its words; or another condition holds. */
export const nameAmong = (names: string[], or: RawBuilder<unknown>) =>
  sql`(${lettersOf} = any(${names}::text[]) or ${or})`
const RESEMBLING = 0.4
export const nameResembles = (letters: string) =>
  sql`lower(handle) % ${letters} and similarity(lower(handle), ${letters}) > ${RESEMBLING}`
export const nameBegins = (letters: string) => sql`${lettersOf} like ${`${escapeLike(letters)}%`}`

/** Has an item of one of these styles on sale. */
export const sellsStyle = (slugs: string[]) =>
  sql`account.id in (select owner_id from item_search
    where style_id in (select id from style where slug = any(${slugs})))`

const LAST = '\u{10FFFF}'

type Suggested = Pick<ProducerRow, 'id' | 'handle' | 'avatarKey' | 'plan'>

/** Many names begin with so few letters, also those of some of the most followed producers. */
const SHORT = 2
const MOST_FOLLOWED = 300

/**
 * The most followed producers whose name begins so. It goes the two ways of `findProducers` in statements whose plans are
 * kept: they ask for a range of the index that `nameBegins` uses, and hide its ends from the planner.
 */
export async function suggestProducers(db: Db, letters: string, limit: number): Promise<Suggested[]> {
  const begins = sql`${lettersOf} ~>=~ (select ${letters}::text) and ${lettersOf} ~<~ (select ${letters + LAST}::text)`
  const named = sql`select * from account where ${begins} and ${everyone}`
  const suggested = sql`select account.id, handle, avatar_key, plan`
  const first = sql`limit ${sql.lit(limit)}`
  if (letters.length <= SHORT) {
    const { rows } = await sql<Suggested>`${suggested} from (
        select account_id, followers from account_stat where ${sells}
        order by followers desc, account_id limit ${sql.lit(MOST_FOLLOWED)}) stat,
      lateral (${named} and account.id = account_id offset 0) account
      order by followers desc, account_id ${first} ${plannedOnce}`.execute(db)
    if (rows.length === limit) return rows
  }
  // without the offset the planner would read the counters of all accounts
  const few = sql`${suggested} from named account, lateral (
    select followers from account_stat where account_id = account.id and ${sells} offset 0) stat
    order by followers desc, account.id ${first}`
  const { rows } = await sql<{ names: number; found: Suggested[] | null }>`
    with named as materialized (${named} limit ${sql.lit(FEW + 1)})
    select (select count(*) from named) as names, (select json_agg(page) from (${few}) page) as found
    ${plannedOnce}`.execute(db)
  const { names, found } = rows[0]!
  if (names <= FEW) return found ?? []
  const many = sql`${suggested} from (${named}) account join account_stat on account_id = account.id and ${sells}
    order by followers desc, account.id ${first}`
  return (await sql<Suggested>`${many} ${plannedOnce}`.execute(db)).rows
}

/**
 * The producers with this name or style, and their number up to `FEW`. The planner can't know whether a name is rare, and
 * each way is slow in the other case. So names are looked up in their index first; only if it has too many, producers
 * are read in order of followers.
 */
export async function findProducers(db: Db, so: RawBuilder<unknown>, { order, limit, offset = 0 }: Asked) {
  const named = sql`${so} and ${everyone} and ${sells}`
  const { rows } = await sql<{ ids: number[] | null }>`select array_agg(id) as ids from
    (select id from account join account_stat on account_id = account.id
      where ${named} limit ${FEW + 1}) named`.execute(db)
  const ids = rows[0]?.ids ?? []
  const which = ids.length <= FEW ? sql`account.id = any(${ids}::bigint[])` : named
  const found = ids.length
    ? await withBeats(
        db,
        sql`${fromAccounts(order)}
          where ${which} order by ${orders[order]} limit ${limit} offset ${offset}`,
        order,
      )
    : []
  return { found, totalItems: Math.min(ids.length, FEW), capped: ids.length > FEW }
}

async function withBeats(db: Db, page: RawBuilder<unknown>, order: ProducerOrder) {
  // one subquery for each row: a join would read the beats of all producers
  const { rows } = await sql<ProducerRow>`select page.*,
      (select beats from producer_beats where owner_id = page.id) as beats
    from (${page}) page order by ${orders[order]}`.execute(db)
  return rows
}
