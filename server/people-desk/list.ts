import { sql, type RawBuilder } from 'kysely'
import type { DeskPerson, PeopleFilter } from '#contract/desk-people.ts'
import { HOUSE, SUPPORT } from '#contract/support.ts'
import { listed, plannedOnce, type Db } from '#server/db/connect.ts'
import type { Plan } from '#server/db/types.ts'
import { avatarUrl } from '#server/http/media-url.ts'

/** Nobody turns more pages: a search finds people sooner. */
const REACH = 1_000
/** A search with more people than this asks for more letters. */
const REACH_OF_SEARCH = 200
const LAST = '\u{10FFFF}'

/** Each has an index with the ids in order. */
const FILTERS: Record<Exclude<PeopleFilter, 'appeals'>, RawBuilder<boolean>> = {
  sellers: sql`account.is_producer`,
  admins: sql`account.is_admin`,
  banned: sql`account.banned_at is not null`,
  free: sql`account.plan = 'free'`, // most people: the index of all ids serves it
  growth: sql`account.plan = 'growth' and account.plan <> 'free'`,
  pro: sql`account.plan = 'pro' and account.plan <> 'free'`,
}
const somebody = sql`account.deleted_at is null and account.id not in (${sql.lit(HOUSE)}, ${sql.lit(SUPPORT)})`
const waits = sql`ban.appealed_at is not null and ban.answered_at is null and ban.lifted_at is null`

type Asked = { q: string; filter: PeopleFilter | undefined; page: number; limit: number }
type Found = { total: number; ids: number[] | null }

/** One page of people, and their number as far as pages go. */
export async function listPeople(db: Db, { q, filter, page, limit }: Asked) {
  const typed = q.trim().toLowerCase()
  const reach = typed ? REACH_OF_SEARCH : REACH
  const found = typed ? searched(typed, filter) : everybody(filter)
  const { rows } = await sql<Found>`with found as materialized (${found} limit ${sql.lit(reach + 1)})
    select (select count(*) from found) as total, (select array_agg(id order by place) from
      (select id, place from found order by place limit ${limit} offset ${Math.min(page * limit, reach)}) page) as ids`.execute(
    db,
  )
  const { total, ids } = rows[0]!
  const people = page * limit >= reach ? [] : await peopleOf(db, ids ?? [])
  return { people, total: Math.min(total, reach), capped: total > reach }
}

/** The newest first; appeals, the oldest first. `place` tells the order. */
function everybody(filter: PeopleFilter | undefined) {
  if (filter === 'appeals')
    return sql`select account.id, row_number() over (order by ban.appealed_at, ban.id) as place from ban
      join account on account.id = ban.account_id where ${waits} and ${somebody} order by place`
  return sql`select account.id, -account.id as place from account
    where ${somebody} ${filter ? sql`and ${FILTERS[filter]}` : sql``} order by account.id desc`
}

/** The beginning of a name or an address, or a whole number. Each way has its index. */
function searched(typed: string, filter: PeopleFilter | undefined) {
  const some = sql`${somebody} ${
    filter === 'appeals'
      ? sql`and exists (select from ban where ban.account_id = account.id and ${waits})`
      : filter
        ? sql`and ${FILTERS[filter]}`
        : sql``
  }`
  const beginsWith = (text: RawBuilder<string>) => sql`(select account.id, lower(handle) as name from account
    where ${some} and ${text} >= ${typed} and ${text} < ${typed + LAST}
    order by ${text}, account.id limit ${sql.lit(REACH_OF_SEARCH + 1)})`
  const number = /^#?(\d{1,15})$/.exec(typed)?.[1]
  const byNumber = sql`(select account.id, '' as name from account
    where ${some} and account.id = ${Number(number ?? 0)})`
  return sql`select id, row_number() over (order by min(name) collate "C", id) as place from (
      ${beginsWith(sql`lower(handle) collate "C"`)}
      union all ${beginsWith(sql`email_key collate "C"`)}
      union all ${byNumber}) ways
    group by id order by place`
}

type Row = {
  id: number
  handle: string
  avatarKey: string | null
  email: string
  emailVerifiedAt: Date | null
  createdAt: Date
  plan: Plan
  isProducer: boolean
  isAdmin: boolean
  bannedAt: Date | null
  tracks: number
  appealedAt: Date | null
}

/** People in the order of these ids. */
async function peopleOf(db: Db, ids: number[]): Promise<DeskPerson[]> {
  const { rows } = await sql<Row>`select account.id, handle, avatar_key, email, email_verified_at, created_at, plan,
      is_producer, is_admin, account.banned_at, tracks,
      (select appealed_at from ban where ban.account_id = account.id and ${waits}) as appealed_at
    from unnest(${listed(ids)}) with ordinality as listed (id, place)
    join account on account.id = listed.id join account_stat on account_stat.account_id = account.id
    order by place ${plannedOnce}`.execute(db)
  return rows.map(presentPerson)
}

export const presentPerson = (row: Row): DeskPerson => ({
  id: row.id,
  name: row.handle,
  avatarUrl: avatarUrl(row.avatarKey),
  email: row.email,
  emailVerified: row.emailVerifiedAt !== null,
  joinedAt: row.createdAt.toISOString(),
  plan: row.plan,
  isSeller: row.isProducer,
  isAdmin: row.isAdmin,
  bannedAt: row.bannedAt?.toISOString() ?? null,
  appealedAt: row.appealedAt?.toISOString() ?? null,
  onSale: row.tracks,
})

export const countAppeals = async (db: Db) =>
  (await sql<{ count: number }>`select count(*) as count from ban where ${waits}`.execute(db)).rows[0]!.count
