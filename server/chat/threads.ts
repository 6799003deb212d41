import { sql } from 'kysely'
import type { ChatThread } from '#contract/chat.ts'
import { HOUSE } from '#contract/support.ts'
import { builtOnce } from '#server/db/built-once.ts'
import { plannedOnce, type Db } from '#server/db/connect.ts'
import { containing } from '#server/db/like.ts'
import { notFound } from '#server/errors.ts'
import { avatarUrl } from '#server/http/media-url.ts'
import { lowAndHigh, type Pair } from './pair.ts'

/** Messages to read are counted up to this number. */
const MOST_UNREAD = 100

type Row = {
  partnerId: number
  handle: string
  avatarKey: string | null
  plan: 'free' | 'growth' | 'pro'
  leftAt: Date | null
  bannedAt: Date | null
  lastMessageId: number
  lastBody: string | null
  lastItem: string | null
  lastRemovedAt: Date | null
  lastAt: Date | null
  lastSenderId: number | null
  unread: number
  seenUpTo: number
  isBlocked: boolean
}

/** What a list says about the conversations of `self`; `threads` are the rows to show. */
const rowsOf = (self: number, threads: ReturnType<typeof sql>) => sql<Row>`
  select partner.id as partner_id, partner.handle, partner.avatar_key, partner.plan, partner.deleted_at as left_at, partner.banned_at,
    thread.last_message_id, newest.body as last_body, newest.removed_at as last_removed_at,
    newest.created_at as last_at, newest.sender_id as last_sender_id, item.title as last_item,
    coalesce(theirs.read_up_to, 0) as seen_up_to,
    exists (select from block where account_id = ${self} and blocked_id = partner.id) as is_blocked,
    case when mine.unread_id is null then 0 else (select count(*) from (
      select from message where thread_id = thread.id and id > mine.read_up_to and sender_id <> ${self}
      limit ${sql.lit(MOST_UNREAD)}) as new_ones) end as unread
  from (${threads}) as thread
  join account as partner on partner.id = thread.low_id + thread.high_id - ${self}
  left join message as newest on newest.id = thread.last_message_id
  left join item on item.id = newest.item_id
  left join thread_mark as mine on mine.thread_id = thread.id and mine.account_id = ${self}
  left join thread_mark as theirs on theirs.thread_id = thread.id and theirs.account_id = partner.id
  order by thread.last_message_id desc`

type Asked = { q: string; before?: number | undefined; limit: number }
type Given = { self: number; like: string; before: number | undefined; limit: number }
type Shape = { isSearch: boolean; goesOn: boolean; most: number | null }

/** The size of the page that screens ask for. A constant lets the planner keep its plan. */
const SIZE = 50

/** Each side of the pair has an index of its own. */
const pageOfThreads = builtOnce((_db, { self, like, before, limit }: Given, { isSearch, goesOn, most }: Shape) => {
  const size = most === null ? sql`${limit}` : sql.lit(most)
  const side = (own: 'low_id' | 'high_id', other: 'low_id' | 'high_id') => sql`(
    select thread.* from thread where ${sql.ref(own)} = ${self}
      ${goesOn ? sql`and last_message_id < ${before}` : sql``}
      ${
        isSearch
          ? sql`and exists (select from account where account.id = ${sql.ref(other)}
              and account.deleted_at is null and account.handle ilike ${like})`
          : sql``
      }
    order by last_message_id desc limit ${size})`
  const threads = sql`select * from (${side('low_id', 'high_id')} union all ${side('high_id', 'low_id')}) as both_sides
    order by last_message_id desc limit ${size}`
  return sql<Row>`${rowsOf(self, threads)} ${isSearch ? sql`` : plannedOnce}`
})

/** The conversations of an account, the newest first. */
export async function listThreads(db: Db, self: number, { q, before, limit }: Asked) {
  const name = q.trim()
  const shape = { isSearch: name !== '', goesOn: before !== undefined, most: limit === SIZE ? SIZE : null }
  const rows = await pageOfThreads(db, { self, like: containing(name), before, limit }, shape)
  return rows.map(present)
}

/** The conversation of a pair. Before the first message it tells only of the partner. */
export async function findThread(db: Db, pair: Pair) {
  const { lowId, highId } = lowAndHigh(pair)
  const { rows } = await rowsOf(
    pair.self,
    sql`select * from thread where low_id = ${lowId} and high_id = ${highId}
      union all
      select 0, ${lowId}::bigint, ${highId}::bigint, 0, 0, now()
      where not exists (select from thread where low_id = ${lowId} and high_id = ${highId})`,
  ).execute(db)
  const [row] = rows
  const isClosed = row && (row.leftAt ?? row.bannedAt ?? row.partnerId === HOUSE)
  if (!row || (isClosed && row.lastMessageId === 0)) throw notFound('User')
  return present(row)
}

export const countUnreadThreads = async (db: Db, account: number) =>
  (
    await db
      .selectFrom('threadMark')
      .where('accountId', '=', account)
      .where('unreadId', 'is not', null)
      .select((count) => count.fn.countAll<number>().as('unread'))
      .executeTakeFirstOrThrow()
  ).unread

const present = (row: Row): ChatThread => ({
  partnerId: row.partnerId,
  partnerName: row.leftAt ? 'Deleted user' : row.handle,
  partnerAvatarUrl: row.leftAt ? null : avatarUrl(row.avatarKey),
  partnerPlan: row.leftAt ? 'free' : row.plan,
  partnerIsGone: row.leftAt !== null,
  partnerIsHidden: row.leftAt === null && row.bannedAt !== null,
  lastContent: row.lastRemovedAt ? 'Message deleted' : row.lastBody || row.lastItem,
  lastTimestamp: row.lastAt?.toISOString() ?? null,
  lastSenderId: row.lastSenderId,
  lastId: row.lastMessageId,
  unread: row.unread,
  seenUpTo: row.seenUpTo,
  blocked: row.isBlocked,
})
