import { sql, type RawBuilder } from 'kysely'
import type { DeskPerson, PeopleFilter } from '#contract/desk-people.ts'
import { HOUSE, SUPPORT } from '#contract/support.ts'
import type { Db } from '#server/db/connect.ts'
import { begins } from '#server/db/like.ts'
import { listPages, REACH } from '#server/db/list-pages.ts'
import type { Plan } from '#server/db/types.ts'
import { avatarUrl } from '#server/http/media-url.ts'

/** A search with more people than this asks for more letters. */
const REACH_OF_SEARCH = 200

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
type Given = { typed: string; number: number }
type Shape = { filter: PeopleFilter | undefined; isSearch: boolean }

const pageOfPeople = listPages(
  (_db, { typed, number }: Given, { filter, isSearch }: Shape) => ({
    found: isSearch ? searched(typed, number, filter) : everybody(filter),
    isSet: isSearch,
    rowOf: personOf,
  }),
  { appeals: sql`select count(*) from ban where ${waits}` },
)

/** One page of people, and their number as far as pages go. */
export async function listPeople(db: Db, { q, filter, page, limit }: Asked) {
  const typed = q.trim().toLowerCase()
  const isSearch = typed !== ''
  const { rows, total, capped, above } = await pageOfPeople(db, {
    given: { typed, number: Number(/^#?(\d{1,15})$/.exec(typed)?.[1] ?? 0) },
    shape: { filter, isSearch },
    page,
    limit,
    reach: isSearch ? REACH_OF_SEARCH : REACH,
  })
  return { people: rows.map(presentPerson), total, capped, appeals: above.appeals }
}

/** The newest first; appeals, the oldest first. */
function everybody(filter: PeopleFilter | undefined) {
  if (filter === 'appeals')
    return sql<{ id: number }>`select account.id from ban join account on account.id = ban.account_id
      where ${waits} and ${somebody} order by ban.appealed_at, ban.id`
  return sql<{ id: number }>`select account.id from account
    where ${somebody} ${filter ? sql`and ${FILTERS[filter]}` : sql``} order by account.id desc`
}

/**
 * The beginning of a name or an address, or a whole number. Each way has its index, whatever was typed: a subquery hides it
 * from the planner, so that the plan is kept.
 */
function searched(typed: string, number: number, filter: PeopleFilter | undefined) {
  const some = sql`${somebody} ${
    filter === 'appeals'
      ? sql`and exists (select from ban where ban.account_id = account.id and ${waits})`
      : filter
        ? sql`and ${FILTERS[filter]}`
        : sql``
  }`
  const beginsWith = (text: RawBuilder<string>) => sql`(select account.id, lower(handle) as name from account
    where ${some} and ${begins(text, sql`(select ${typed}::text)`)} order by ${text}, account.id limit ${sql.lit(REACH_OF_SEARCH + 1)})`
  const byNumber = sql`(select account.id, '' as name from account where ${some} and account.id = ${number})`
  return sql<{ id: number }>`select id from (
      ${beginsWith(sql`lower(handle) collate "C"`)}
      union all ${beginsWith(sql`email_key collate "C"`)}
      union all ${byNumber}) ways
    group by id order by min(name) collate "C", id`
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

const personOf = (id: RawBuilder<number>) => sql<Row>`select account.id, handle, avatar_key, email, email_verified_at,
    created_at, plan, is_producer, is_admin, account.banned_at, tracks,
    (select appealed_at from ban where ban.account_id = account.id and ${waits}) as appealed_at
  from account join account_stat on account_stat.account_id = account.id where account.id = ${id}`

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
