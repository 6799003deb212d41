import { sql, type SqlBool } from 'kysely'
import { listed, plannedOnce, type Db, type Tx } from '#server/db/connect.ts'
import { countUpTo } from '#server/db/count-up-to.ts'
import { containing } from '#server/db/like.ts'
import type { ItemKind } from '#server/db/types.ts'
import { notFound } from '#server/errors.ts'
import { factColumns } from '#server/items/index.ts'
import { bestScore, notCompared } from './matches.ts'

export type Wanted = { kinds: ItemKind[]; q: string; status: 'pending' | 'all' }
type Page = { page: number; limit: number }

const columns = [
  ...factColumns,
  'item.status',
  'item.statusReason',
  'item.isFeatured',
  'item.updatedAt',
  'review.id as reviewId',
  'review.submittedAt',
  'review.decision',
  'review.reason',
  'review.proposedTitle',
  'review.hasFiles',
  'proposal.hasAudio',
  'proposal.coverKey as proposedCoverKey',
  'proposal.hasTag as proposedHasTag',
  'review.claimedUntil',
  'reviewer.handle as reviewer',
  'account.plan',
] as const

/**
 * Each item that was ever sent in or sold, with its newest review. Items of the demo have none. The sale of an item ends
 * the review that it waits for.
 */
const allItems = (db: Db | Tx) =>
  db
    .selectFrom('item')
    .innerJoin('account', 'account.id', 'item.ownerId')
    .leftJoin('style', 'style.id', 'item.styleId')
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('review')
          .whereRef('review.itemId', '=', 'item.id')
          .where((or) => or.or([or('review.decidedAt', 'is not', null), or('item.status', '<>', 'sold')]))
          .orderBy('review.id', 'desc')
          .limit(1)
          .selectAll('review')
          .as('review'),
      (join) => join.onTrue(),
    )
    .leftJoin('account as reviewer', 'reviewer.id', 'review.reviewerId')
    .leftJoin('itemProposal as proposal', 'proposal.itemId', 'item.id')
    .where('item.deletedAt', 'is', null)
    .select(columns)
    .select([bestScore(db), notCompared])

/**
 * The reviews that wait, with their items. The item of each review is read in its turn (`offset 0` holds that), so the
 * limit of a page ends the reading, however many wait.
 */
const waiting = (db: Db | Tx) =>
  db
    .selectFrom('review')
    .innerJoinLateral(
      (from) =>
        from.selectFrom('item').whereRef('item.id', '=', 'review.itemId').selectAll('item').offset(0).as('item'),
      (join) => join.onTrue(),
    )
    .where('item.deletedAt', 'is', null)
    .where(
      sql<SqlBool>`review.decided_at is null and case when review.proposed_title is null and not review.has_files
        then item.status = 'pending' else item.status in ('published', 'paused') end`,
    )

const withFacts = (reviews: ReturnType<typeof waiting>) =>
  reviews
    .innerJoin('account', 'account.id', 'item.ownerId')
    .leftJoin('style', 'style.id', 'item.styleId')
    .leftJoin('account as reviewer', 'reviewer.id', 'review.reviewerId')
    .leftJoin('itemProposal as proposal', 'proposal.itemId', 'item.id')

const SENT_IN = sql<SqlBool>`item.status in ('pending', 'rejected', 'published', 'paused', 'sold', 'taken_down')`

/** One page: items that wait, by the seller's plan and then by age; or all items, the last change first. */
export async function listSubmissions(db: Db, { kinds, q, status }: Wanted, { page, limit }: Page) {
  const part = containing(q.trim())
  const wanted = [
    sql<SqlBool>`item.kind = any(${kinds}::item_kind[])`,
    ...(q.trim() ? [sql<SqlBool>`(item.title ilike ${part} or account.handle ilike ${part})`] : []),
  ]
  const range = { limit, offset: page * limit }
  const [rows, count] =
    status === 'pending' ? await pageOfWaiting(db, wanted, range) : await pageOfAll(db, wanted, range)
  return { rows, ...count }
}

type Where = ReturnType<typeof sql<SqlBool>>[]
type Part = { limit: number; offset: number }

/** A count that looks at no seller joins none. */
const found = (db: Db, wanted: Where) =>
  waiting(db)
    .leftJoin('account', 'account.id', 'item.ownerId')
    .where((and) => and.and(wanted))

async function pageOfWaiting(db: Db, wanted: Where, part: Part) {
  const page = found(db, wanted).select('review.id').orderBy('review.turn').orderBy('review.submittedAt')
  const [turns, count] = await Promise.all([
    page.orderBy('review.id').limit(part.limit).offset(part.offset).execute(),
    countUpTo(db, found(db, wanted)),
  ])
  const ids = turns.map(({ id }) => id)
  const rows = ids.length
    ? await withFacts(waiting(db))
        .where(sql<SqlBool>`review.id = any(${listed(ids)})`)
        .select(columns)
        .select([bestScore(db), notCompared])
        .modifyEnd(plannedOnce)
        .execute()
    : []
  return [inOrder(rows, ids, ({ reviewId }) => reviewId), count] as const
}

async function pageOfAll(db: Db, wanted: Where, { limit, offset }: Part) {
  const sentIn = db
    .selectFrom('item')
    .leftJoin('account', 'account.id', 'item.ownerId')
    .where('item.deletedAt', 'is', null)
    .where((and) => and.and([SENT_IN, ...wanted]))
  const [page, count] = await Promise.all([
    sentIn
      .select('item.id')
      .orderBy('item.updatedAt', 'desc')
      .orderBy('item.id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute(),
    countUpTo(db, sentIn),
  ])
  const ids = page.map(({ id }) => id)
  const rows = ids.length
    ? await allItems(db)
        .where(sql<SqlBool>`item.id = any(${listed(ids)})`)
        .modifyEnd(plannedOnce)
        .execute()
    : []
  return [inOrder(rows, ids, ({ id }) => id), count] as const
}

function inOrder<Row>(rows: readonly Row[], ids: readonly number[], idOf: (row: Row) => number | null) {
  const byId = new Map(rows.map((row) => [idOf(row), row]))
  return ids.flatMap((id) => byId.get(id) ?? []) // one may have been decided meanwhile
}

/** Changes with everything that an admin sees before deciding. */
export const versionOf = ({ updatedAt, submittedAt }: { updatedAt: Date; submittedAt: Date | null }) =>
  new Date(Math.max(updatedAt.getTime(), submittedAt?.getTime() ?? 0)).toISOString()

export const findSubmission = (db: Db | Tx, itemId: number) =>
  allItems(db)
    .where('item.id', '=', itemId)
    .executeTakeFirstOrThrow(() => notFound('Submission'))
export type SubmissionRow = Awaited<ReturnType<typeof findSubmission>>
