import { record } from '#server/audit/audit.ts'
import type { Tx } from '#server/db/connect.ts'
import type { ItemKind } from '#server/db/types.ts'
import { conflict, notFound } from '#server/errors.ts'
import { changeItem, kindNames, kinds, lockSlugs, setState } from '#server/items/index.ts'
import { notify } from '#server/notifications/index.ts'
import type { App } from '#server/services.ts'
import { lockItem, type LockedItem } from './lock-item.ts'
import { approvedMail, rejectedMail, titleApprovedMail, titleRejectedMail } from './mails.ts'
import { versionOf } from './submissions.ts'

const CLAIM = 10 * 60_000

/** Puts an item into the review queue. */
export const openReview = (tx: Tx, itemId: number, now: Date) =>
  tx
    .insertInto('review')
    .values({ itemId, submittedAt: now })
    .onConflict((conflict) =>
      conflict.column('itemId').where('decidedAt', 'is', null).doUpdateSet({ submittedAt: now, proposedTitle: null }),
    )
    .execute()

/** A new title of an item on sale waits for a review. Null withdraws it. */
export async function proposeTitle(tx: Tx, itemId: number, proposedTitle: string | null, now: Date) {
  if (proposedTitle === null)
    return tx.deleteFrom('review').where('itemId', '=', itemId).where('decidedAt', 'is', null).execute()
  return tx
    .insertInto('review')
    .values({ itemId, submittedAt: now, proposedTitle })
    .onConflict((conflict) =>
      conflict.column('itemId').where('decidedAt', 'is', null).doUpdateSet({ submittedAt: now, proposedTitle }),
    )
    .execute()
}

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

/** Approves or rejects a waiting item. The seller gets a notice and a mail; the audit records it. */
export const decide = (app: App, { adminId, kind, itemId, version }: Asked, { decision, reason = '' }: Decision) =>
  app.db.transaction().execute(async (tx) => {
    const now = app.clock.now()
    await lockSlugs(tx) // before any row: a new title may be approved
    const { item, review } = await locked(tx, itemId, kind)
    refuseClaimed(review, adminId, now)
    if (version !== undefined && version !== versionOf({ ...item, ...review }))
      throw conflict('changed', 'The seller has changed this since you opened it. Look at it again.')
    await tx
      .updateTable('review')
      .set({ decision, reason, decidedAt: now, reviewerId: adminId, claimedUntil: null })
      .where('id', '=', review.id)
      .execute()
    const { proposedTitle } = review
    if (proposedTitle === null)
      await setState(tx, itemId, decision === 'approved' ? 'published' : 'rejected', { now, reason })
    else if (decision === 'approved') item.slug = await changeItem(tx, itemId, { title: proposedTitle }, now)
    const what = proposedTitle === null ? 'item' : 'title'
    const action = decision === 'approved' ? (`approve ${what}` as const) : (`reject ${what}` as const)
    await record(app, tx, adminId, { action, subject: { kind: 'item', id: itemId }, reason })
    await tellSeller(app, tx, item, { decision, reason, proposedTitle })
  })

/** Locks an item and its open review; an item that does not wait answers 409. */
async function locked(tx: Tx, itemId: number, kind: ItemKind | null) {
  const item = await lockItem(tx, itemId)
  if (kind && item.kind !== kind) throw notFound(kindNames[kind])
  const review = await tx
    .selectFrom('review')
    .where('itemId', '=', itemId)
    .where('decidedAt', 'is', null)
    .selectAll()
    .forUpdate()
    .executeTakeFirst()
  const isOnSale = item.status === 'published' || item.status === 'paused'
  if (!review || (review.proposedTitle === null ? item.status !== 'pending' : !isOnSale))
    throw conflict('not_pending', 'This does not wait for a review any more.')
  return { item, review }
}

type Waiting = Awaited<ReturnType<typeof locked>>['review']

function refuseClaimed({ reviewerId, claimedUntil }: Waiting, adminId: number, now: Date) {
  if (reviewerId !== null && reviewerId !== adminId && claimedUntil && claimedUntil > now)
    throw conflict('claimed', 'Another admin is looking at this right now.')
}

type Told = { decision: 'approved' | 'rejected'; reason: string; proposedTitle: string | null }

async function tellSeller(app: App, tx: Tx, item: LockedItem, { decision, reason, proposedTitle }: Told) {
  const mails =
    proposedTitle === null
      ? { approved: approvedMail, rejected: rejectedMail }
      : { approved: titleApprovedMail, rejected: titleRejectedMail }
  await app.mail.send(tx, mails[decision], item.email, { ...item, reason, proposedTitle: proposedTitle ?? '' })
  const titles =
    proposedTitle === null
      ? { approved: `${item.title} is on sale`, rejected: `${item.title} was not accepted` }
      : { approved: `${item.title} is called ${proposedTitle} now`, rejected: `${item.title} keeps its title` }
  await notify(app, tx, {
    accountId: item.ownerId,
    topic: decision,
    title: titles[decision],
    message: decision === 'approved' ? 'It passed the review.' : reason,
    relatedType: kinds[item.kind],
    slug: item.slug,
  })
}
