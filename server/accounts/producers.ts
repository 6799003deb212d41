import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/db/connect.ts'

/** A text that more names than this contain is common: then the most followed of them are soon met. */
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

type Asked = { order: ProducerOrder; limit: number; offset?: number }

/** All of them. Their beats are counted where they are indexed. */
export async function listProducers(db: Db, { order, limit, offset = 0 }: Asked): Promise<ProducerRow[]> {
  return withBeats(
    db,
    sql`select ${columns} from account join account_stat on account_id = account.id
      where ${everyone} order by ${orders[order]} limit ${limit} offset ${offset}`,
    order,
  )
}

const lettersOf = sql`translate(lower(handle), '_.-', '')`
/** Signs between the words of a name need not be typed; one that is typed stands for itself. */
export const nameContains = (text: string) =>
  /^[\p{L}\p{N}\s]+$/u.test(text)
    ? sql`${lettersOf} like ${`%${text.replaceAll(/\s/g, '')}%`}`
    : sql`lower(handle) like ${`%${escapeLike(text)}%`}`
export const nameBegins = (letters: string) => sql`${lettersOf} like ${`${escapeLike(letters)}%`}`

/**
 * Those who are named so, and how many, no further than `FEW`. The planner can't know whether
 * a name is rare, and each way is slow for the other case: so rare ones come from the index of names, and only when that
 * has too many, from the index of followers.
 */
export async function findProducers(db: Db, so: RawBuilder<unknown>, { order, limit, offset = 0 }: Asked) {
  const named = sql`${so} and ${everyone}`
  const { rows } = await sql<{ ids: number[] | null }>`select array_agg(id) as ids from
    (select id from account where ${named} limit ${FEW + 1}) named`.execute(db)
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
  // looked up one by one: joined, the beats of everybody would be read for a page of them
  const { rows } = await sql<ProducerRow>`select page.*,
      (select beats from producer_beats where owner_id = page.id) as beats
    from (${page}) page order by ${orders[order]}`.execute(db)
  return rows
}

/** What is typed stands for itself. */
const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&')
