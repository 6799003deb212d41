import { sql, type SqlBool } from 'kysely'
import type { Db, Tx } from '#server/db/connect.ts'
import { containing } from '#server/db/like.ts'
import type { ItemKind } from '#server/db/types.ts'
import { factColumns } from '#server/items/index.ts'

export type Wanted = { kinds: ItemKind[]; q: string; status: 'pending' | 'all' }
type Page = { page: number; limit: number }

/** The newest review of each item. */
const reviews = (db: Db | Tx) =>
  db
    .selectFrom('review')
    .innerJoin('item', 'item.id', 'review.itemId')
    .innerJoin('account', 'account.id', 'item.ownerId')
    .leftJoin('style', 'style.id', 'item.styleId')
    .leftJoin('account as reviewer', 'reviewer.id', 'review.reviewerId')
    .where('item.deletedAt', 'is', null)
    .where(
      sql<SqlBool>`not exists (select from review later where later.item_id = review.item_id and later.id > review.id)`,
    )

const columns = [
  ...factColumns,
  'item.updatedAt',
  'review.submittedAt',
  'review.decision',
  'review.reason',
  'review.proposedTitle',
  'review.claimedUntil',
  'reviewer.handle as reviewer',
] as const

const WAITS = sql<SqlBool>`review.decided_at is null and case when review.proposed_title is null
  then item.status = 'pending' else item.status in ('published', 'paused') end`

const PRIORITY = sql`case account.plan when 'pro' then 0 when 'growth' then 1 else 2 end`

/** One page. Waiting items come first, by the seller's plan and then by age. */
export async function listSubmissions(db: Db, { kinds, q, status }: Wanted, { page, limit }: Page) {
  const part = containing(q.trim())
  const wanted = [
    sql<SqlBool>`item.kind = any(${kinds}::item_kind[])`,
    ...(status === 'pending' ? [WAITS] : []),
    ...(q.trim() ? [sql<SqlBool>`(item.title ilike ${part} or account.handle ilike ${part})`] : []),
  ]
  const [rows, { total }] = await Promise.all([
    reviews(db)
      .where((and) => and.and(wanted))
      .select(columns)
      .orderBy(sql`review.decided_at is not null`)
      .orderBy(sql`case when review.decided_at is null then ${PRIORITY} end`)
      .orderBy(sql`case when review.decided_at is null then review.submitted_at end`)
      .orderBy('review.decidedAt', 'desc')
      .orderBy('review.id')
      .limit(limit)
      .offset(page * limit)
      .execute(),
    reviews(db)
      .where((and) => and.and(wanted))
      .select((all) => all.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ])
  return { rows, total }
}

/** Changes with everything that an admin sees before deciding. */
export const versionOf = ({ updatedAt, submittedAt }: { updatedAt: Date; submittedAt: Date }) =>
  new Date(Math.max(updatedAt.getTime(), submittedAt.getTime())).toISOString()

export const findSubmission = (db: Db | Tx, itemId: number) =>
  reviews(db).where('item.id', '=', itemId).select(columns).executeTakeFirstOrThrow()
export type SubmissionRow = Awaited<ReturnType<typeof findSubmission>>
