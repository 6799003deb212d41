import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/db/connect.ts'
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
export type ProducerOrder = 'popular' | 'newest' | 'name'

const orders: Record<ProducerOrder, RawBuilder<unknown>> = {
  popular: sql`followers desc, id`,
  newest: sql`created_at desc, id desc`,
  name: sql`lower(handle), id`,
}
const columns = sql`account.id, handle, avatar_key, plan, created_at, followers`
const everyone = sql`is_producer and deleted_at is null`
/** Nobody is listed without an item on sale. */
const sells = sql`account_stat.tracks > 0`

type Asked = { order: ProducerOrder; limit: number; offset?: number }

/** All producers. The search keeps the numbers of their beats. */
export async function listProducers(db: Db, { order, limit, offset = 0 }: Asked): Promise<ProducerRow[]> {
  return withBeats(
    db,
    sql`select ${columns} from account join account_stat on account_id = account.id
      where ${everyone} and ${sells} order by ${orders[order]} limit ${limit} offset ${offset}`,
    order,
  )
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

/**
 * The producers with this name, and their number up to `FEW`. The planner can't know whether a name is rare, and each
 * way is slow in the other case. So names are looked up in their index first; only if it has too many, producers are
 * read in order of followers.
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
        sql`select ${columns} from account join account_stat on account_id = account.id
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
