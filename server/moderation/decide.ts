import { record } from '#server/audit/audit.ts'
import type { Tx } from '#server/db/connect.ts'
import type { ItemKind } from '#server/db/types.ts'
import { conflict, notFound } from '#server/errors.ts'
import { kindNames, kinds, setState } from '#server/items/index.ts'
import { notify } from '#server/notifications/index.ts'
import type { App } from '#server/services.ts'
import { approvedMail, rejectedMail } from './mails.ts'

const CLAIM = 10 * 60_000

/** An item begins to wait for a review. */
export const openReview = (tx: Tx, itemId: number, now: Date) =>
  tx
    .insertInto('review')
    .values({ itemId, submittedAt: now })
    .onConflict((conflict) =>
      conflict.column('itemId').where('decidedAt', 'is', null).doUpdateSet({ submittedAt: now }),
    )
    .execute()

/** One admin looks at an item for ten minutes, so that two never decide about it at once. */
export const claim = (app: App, adminId: number, itemId: number) =>
  app.db.transaction().execute(async (tx) => {
    const now = app.clock.now()
    const { review } = await locked(tx, itemId, null)
    refuseClaimed(review, adminId, now)
    await tx
      .updateTable('review')
      .set({ reviewerId: adminId, claimedUntil: new Date(now.getTime() + CLAIM) })
      .where('id', '=', review.id)
      .execute()
  })

type Decision = { decision: 'approved'; reason?: undefined } | { decision: 'rejected'; reason: string }
type Asked = { adminId: number; kind: ItemKind; itemId: number; version: string | undefined }

/** Approves or rejects an item that waits; the seller is told by notice and mail, and the audit keeps it. */
export const decide = (app: App, { adminId, kind, itemId, version }: Asked, { decision, reason = '' }: Decision) =>
  app.db.transaction().execute(async (tx) => {
    const now = app.clock.now()
    const { item, review } = await locked(tx, itemId, kind)
    refuseClaimed(review, adminId, now)
    if (version !== undefined && version !== item.updatedAt.toISOString())
      throw conflict('changed', 'The seller has changed this since you opened it. Look at it again.')
    await tx
      .updateTable('review')
      .set({ decision, reason, decidedAt: now, reviewerId: adminId, claimedUntil: null })
      .where('id', '=', review.id)
      .execute()
    await setState(tx, itemId, decision === 'approved' ? 'published' : 'rejected', { now, reason })
    const action = decision === 'approved' ? 'approve item' : 'reject item'
    await record(app, tx, adminId, { action, subject: { kind: 'item', id: itemId }, reason })
    await tellSeller(app, tx, item, { decision, reason })
  })

/** Locks an item and its open review; an item that does not wait answers 409. */
async function locked(tx: Tx, itemId: number, kind: ItemKind | null) {
  const item = await tx
    .selectFrom('item')
    .innerJoin('account', 'account.id', 'item.ownerId')
    .where('item.id', '=', itemId)
    .where('item.deletedAt', 'is', null)
    .select(['item.id', 'item.kind', 'item.slug', 'item.title', 'item.status', 'item.ownerId', 'item.updatedAt'])
    .select(['account.email', 'account.handle'])
    .forNoKeyUpdate('item')
    .executeTakeFirst()
  if (!item || (kind && item.kind !== kind)) throw notFound(kind ? kindNames[kind] : 'Item')
  const review = await tx
    .selectFrom('review')
    .where('itemId', '=', itemId)
    .where('decidedAt', 'is', null)
    .selectAll()
    .forUpdate()
    .executeTakeFirst()
  if (!review || item.status !== 'pending') throw conflict('not_pending', 'This does not wait for a review any more.')
  return { item, review }
}

type Waiting = Awaited<ReturnType<typeof locked>>

function refuseClaimed({ reviewerId, claimedUntil }: Waiting['review'], adminId: number, now: Date) {
  if (reviewerId !== null && reviewerId !== adminId && claimedUntil && claimedUntil > now)
    throw conflict('claimed', 'Another admin is looking at this right now.')
}

type Told = { decision: 'approved' | 'rejected'; reason: string }

async function tellSeller(app: App, tx: Tx, item: Waiting['item'], { decision, reason }: Told) {
  const isApproved = decision === 'approved'
  await app.mail.send(tx, isApproved ? approvedMail : rejectedMail, item.email, { ...item, reason })
  await notify(app, tx, {
    accountId: item.ownerId,
    topic: decision,
    title: isApproved ? `${item.title} is on sale` : `${item.title} was not accepted`,
    message: isApproved ? 'It passed the review.' : reason,
    relatedType: kinds[item.kind],
    slug: item.slug,
  })
}
