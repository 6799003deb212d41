import { sql, type SqlBool } from 'kysely'
import { listed, type Db, type Tx } from '#server/db/connect.ts'
import { containing } from '#server/db/like.ts'
import { listPages } from '#server/db/list-pages.ts'
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

const WAITS = sql<SqlBool>`review.decided_at is null and item.deleted_at is null
  and case when review.proposed_title is null and not review.has_files
    then item.status = 'pending' else item.status in ('published', 'paused') end`

/**
 * The reviews that wait. The state of each item is read in its turn and from an index alone (`offset 0` holds that), so
 * the limit of a page ends the reading, however many wait.
 */
const waiting = (db: Db | Tx) =>
  db
    .selectFrom('review')
    .innerJoinLateral(
      (from) =>
        from
          .selectFrom('item')
          .whereRef('item.id', '=', 'review.itemId')
          .select(['item.kind', 'item.status', 'item.deletedAt'])
          .offset(sql.lit(0))
          .as('item'),
      (join) => join.onTrue(),
    )
    .where(WAITS)

const withFacts = (db: Db | Tx) =>
  db
    .selectFrom('review')
    .innerJoin('item', 'item.id', 'review.itemId')
    .where(WAITS)
    .innerJoin('account', 'account.id', 'item.ownerId')
    .leftJoin('style', 'style.id', 'item.styleId')
    .leftJoin('account as reviewer', 'reviewer.id', 'review.reviewerId')
    .leftJoin('itemProposal as proposal', 'proposal.itemId', 'item.id')

const SENT_IN = sql<SqlBool>`item.status in ('pending', 'rejected', 'published', 'paused', 'sold', 'taken_down')`

type Given = { kinds: ItemKind[]; part: string }
type Shape = { isSearch: boolean }

const ofKinds = (kinds: ItemKind[]) => sql<SqlBool>`item.kind = any(${listed(kinds, 'item_kind')})`
const hasPart = (part: string) => sql<SqlBool>`(item.title ilike ${part} or account.handle ilike ${part})`

const pageOfWaiting = listPages((db, given: Given, shape: Shape) => ({
  found: waiting(db)
    .where(ofKinds(given.kinds))
    .$if(shape.isSearch, (reviews) =>
      reviews.where(
        sql<SqlBool>`exists (select from item join account on account.id = owner_id
          where item.id = review.item_id and ${hasPart(given.part)})`,
      ),
    )
    .select('review.id')
    .orderBy('review.turn')
    .orderBy('review.submittedAt')
    .orderBy('review.id'),
  rowOf: (id) =>
    withFacts(db)
      .where('review.id', '=', id)
      .select(columns)
      .select([bestScore(db), notCompared]),
}))

/** A search for nothing joins no seller. */
const pageOfAll = listPages((db, given: Given, shape: Shape) => ({
  found: db
    .selectFrom('item')
    .leftJoin('account', 'account.id', 'item.ownerId')
    .where('item.deletedAt', 'is', null)
    .where((and) => and.and([SENT_IN, ofKinds(given.kinds), ...(shape.isSearch ? [hasPart(given.part)] : [])]))
    .select('item.id')
    .orderBy('item.updatedAt', 'desc')
    .orderBy('item.id', 'desc'),
  rowOf: (id) => allItems(db).where('item.id', '=', id),
}))

/** One page: items that wait, by the seller's plan and then by age; or all items, the last change first. */
export function listSubmissions(db: Db, { kinds, q, status }: Wanted, page: Page) {
  const words = q.trim()
  const isSearch = words !== ''
  const asked = { given: { kinds, part: containing(words) }, shape: { isSearch }, isSearch, ...page }
  return status === 'pending' ? pageOfWaiting(db, asked) : pageOfAll(db, asked)
}

/** Changes with everything that an admin sees before deciding. */
export const versionOf = ({ updatedAt, submittedAt }: { updatedAt: Date; submittedAt: Date | null }) =>
  new Date(Math.max(updatedAt.getTime(), submittedAt?.getTime() ?? 0)).toISOString()

export const findSubmission = (db: Db | Tx, itemId: number) =>
  allItems(db)
    .where('item.id', '=', itemId)
    .executeTakeFirstOrThrow(() => notFound('Submission'))
export type SubmissionRow = Awaited<ReturnType<typeof findSubmission>>
