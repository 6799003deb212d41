import { sql, type RawBuilder } from 'kysely'
import { MOST_ON_TAB, WAITING_OF_TABS, WAITING_TABS, type Waiting, type WaitingTab } from '#contract/house-figures.ts'
import type { Waits } from '#contract/overview.ts'
import { SUPPORT } from '#contract/support.ts'
import { builtOnce } from '#server/db/built-once.ts'
import { plannedOnce, type Db } from '#server/db/connect.ts'
import { KeptAMinute } from '#server/db/kept-a-minute.ts'

/** More are not counted: the number would say the same. */
const MOST = 1_000

type Rows = (now: Date) => RawBuilder<unknown>
const never = sql`false as late`

/**
 * The rows that wait, each found by an index of what waits: since when, and whether it is late. Other tables are read for
 * one row after the other (`offset 0` holds that), so that the limit ends the reading.
 */
const ROWS: Record<Waiting, Rows> = {
  reviews: () => sql`select submitted_at as since, ${never} from review
    cross join lateral (select status, deleted_at from item where item.id = item_id offset 0) item
    where decided_at is null and item.deleted_at is null and case when proposed_title is null and not has_files
      then status = 'pending' else status in ('published', 'paused') end order by submitted_at`,
  payouts: () => sql`select created_at as since, ${never} from payout
    where state in ('requested', 'processing') and due_at is null`,
  reports: () => sql`select created_at as since, ${never} from report where closed_at is null`,
  problems: () => sql`select escalated_at as since, true as late from purchase_problem where state = 'escalated'`,
  disputes: () => sql`select opened_at as since, true as late from dispute where state = 'open'`,
  refunds: () => sql`select created_at as since, true as late from refund
    where state = 'pending' and failure is not null`,
  differences: () => sql`select created_at as since, ${never} from payment where difference is not null`,
  worklist: (now) => sql`select begins_at as since, due_at < ${now} as late from plan_task
    where done_at is null and closed_at is null and not exists (select from account
      where account.id = account_id and banned_at is not null and account.deleted_at is null) order by due_at`,
  referrals: () => sql`select confirmed_at as since, ${never} from referral where state = 'held'`,
  appeals: () => sql`select appealed_at as since, ${never} from ban
    where appealed_at is not null and answered_at is null and lifted_at is null`,
  inbox:
    () => sql`(select case place when 1 then (select created_at from message where id = unread_id) end as since, ${never}
      from (select unread_id, row_number() over (order by unread_id) as place from thread_mark
        where account_id = ${SUPPORT} and unread_id is not null) unread)
    union all (select created_at, false from contact_message where account_id is null and done_at is null)`,
  mails: () => sql`select created_at as since, true as late from mail where failure is not null and due_at is null`,
}

type Read = { what: Waiting; most: number }

const readWaits = builtOnce(
  (_db, { now }: { now: Date }, { what, most }: Read) => sql<{ count: number; oldest: Date | null; late: number }>`
    select count(*) as count, min(since) as oldest, count(*) filter (where late) as late
    from (${ROWS[what](now)} limit ${sql.lit(most)}) waiting ${plannedOnce}`,
)

/** Reviews take long to count, as each looks at its item. They come in the order of their age, and none is late. */
const largeCounts = new KeptAMinute<number>()

/** Counts what waits. */
export async function countWaits(db: Db, what: Waiting, now: Date): Promise<Waits> {
  const kept = largeCounts.of(db, what, now.getTime())
  const [waits] = await readWaits(db, { now }, { what, most: kept ? 1 : MOST + 1 })
  const { oldest, late } = waits!
  const count = kept ?? waits!.count
  if (what === 'reviews' && count > MOST && !kept) largeCounts.keep(db, what, count, now.getTime())
  return {
    count: Math.min(count, MOST),
    capped: count > MOST,
    oldestAt: oldest?.toISOString() ?? null,
    late: Math.min(late, MOST),
  }
}

const readTabs = builtOnce((_db, { now }: { now: Date }) => {
  const most = sql.lit(MOST_ON_TAB + 1)
  const some = (rows: RawBuilder<unknown>) => sql`select 1 from (${rows}) waiting limit ${most}`
  const counted = WAITING_TABS.map((tab) => {
    const parts = WAITING_OF_TABS[tab].map((what) => sql`select 1 from (${some(ROWS[what](now))}) part`)
    return sql`(select count(*)::int from (${sql.join(parts, sql` union all `)} limit ${most}) all_of_it) as ${sql.ref(tab)}`
  })
  return sql<Record<WaitingTab, number>>`select ${sql.join(counted)} ${plannedOnce}`
})

/** Counts what waits behind each tab, in one question. */
export const countTabs = async (db: Db, now: Date) => (await readTabs(db, { now }))[0]!
