import { record } from '#server/audit/audit.ts'
import type { Tx } from '#server/db/connect.ts'
import type { ItemKind } from '#server/db/types.ts'
import { conflict, notFound } from '#server/errors.ts'
import { acceptProposal, changeItem, dropProposal, kindNames, kinds, lockSlugs, setState } from '#server/items/index.ts'
import { notify } from '#server/notifications/index.ts'
import type { App } from '#server/services.ts'
import { lockItem, type LockedItem } from './lock-item.ts'
import {
  approvedMail,
  changeApprovedMail,
  changeRejectedMail,
  rejectedMail,
  titleApprovedMail,
  titleRejectedMail,
} from './mails.ts'
import { expectOtherAdmin } from './own-item.ts'
import { versionOf } from './submissions.ts'
import { turnNow } from './turns.ts'

const CLAIM = 10 * 60_000

/** Puts an item into the review queue. */
export const openReview = (tx: Tx, itemId: number, now: Date) =>
  writeOpen(tx, itemId, { submittedAt: now, proposedTitle: null, hasFiles: false })

/** A change of an item on sale that waits for a review: its new title (null: none), and whether files wait, too. */
type Change = { proposedTitle?: string | null; hasFiles?: boolean }

/**
 * Changes what waits for a review. An item without a change waits no longer. One that only loses a part keeps its place,
 * and gets another version, as an admin may have seen that part.
 */
export async function proposeChange(tx: Tx, itemId: number, change: Change, now: Date) {
  const before = await tx
    .selectFrom('review')
    .where('itemId', '=', itemId)
    .where('decidedAt', 'is', null)
    .select(['submittedAt', 'proposedTitle', 'hasFiles'])
    .forUpdate()
    .executeTakeFirst()
  const { proposedTitle, hasFiles } = { proposedTitle: null, hasFiles: false, ...before, ...change }
  if (proposedTitle !== null || hasFiles) {
    const isNew = change.hasFiles === true || (change.proposedTitle ?? null) !== null
    if (!isNew) await changeItem(tx, itemId, {}, now)
    return writeOpen(tx, itemId, { submittedAt: (!isNew && before?.submittedAt) || now, proposedTitle, hasFiles })
  }
  return tx.deleteFrom('review').where('itemId', '=', itemId).where('decidedAt', 'is', null).execute()
}

type Open = { submittedAt: Date; proposedTitle: string | null; hasFiles: boolean }

const writeOpen = async (tx: Tx, itemId: number, open: Open) =>
  tx
    .insertInto('review')
    .values({ itemId, ...open, turn: await turnNow(tx, itemId) })
    .onConflict((conflict) => conflict.column('itemId').where('decidedAt', 'is', null).doUpdateSet(open))
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

/** Approves or rejects a waiting item. The seller gets a notice and a mail; the audit records it. */
export const decide = (app: App, { adminId, kind, itemId, version }: Asked, { decision, reason = '' }: Decision) =>
  app.db.transaction().execute(async (tx) => {
    await lockSlugs(tx) // before any row: a new title may be approved
    const { item, review } = await locked(tx, itemId, kind)
    const now = app.clock.now() // later than all sales of what is replaced: their buyers keep it
    refuseClaimed(review, adminId, now)
    const isApproved = decision === 'approved'
    const note = isApproved ? await expectOtherAdmin(tx, item, adminId) : ''
    if (version !== undefined && version !== versionOf({ ...item, ...review }))
      throw conflict('changed', 'The seller has changed this since you opened it. Look at it again.')
    await tx
      .updateTable('review')
      .set({ decision, reason, decidedAt: now, reviewerId: adminId, claimedUntil: null })
      .where('id', '=', review.id)
      .execute()
    const told = { decision, reason, change: await changeIn(tx, item, review) }
    let isHidden = false
    if (!told.change) isHidden = await setState(tx, itemId, isApproved ? 'published' : 'rejected', { now, reason })
    else if (isApproved) item.slug = await carryOut(tx, item, review, now)
    else if (review.hasFiles) await dropProposal(tx, itemId, now) // files in the steps are not part of this review
    const action = `${isApproved ? 'approve' : 'reject'} ${told.change?.what ?? 'item'}` as const
    await record(app, tx, adminId, { action, subject: { kind: 'item', id: itemId }, reason: reason || note })
    if (!isHidden) await tellSeller(app, tx, item, told) // nothing is on sale that could be told
  })

/** Puts a change of an item on sale in the place of what was there. Gives the slug, which follows the title. */
async function carryOut(tx: Tx, { id, slug }: LockedItem, { proposedTitle, hasFiles }: Waiting, now: Date) {
  if (hasFiles) await acceptProposal(tx, id, now)
  return proposedTitle === null ? slug : changeItem(tx, id, { title: proposedTitle }, now)
}

/** The change that a review is about, in words; null if it is about the whole item. */
async function changeIn(tx: Tx, { kind }: LockedItem, { itemId, proposedTitle, hasFiles }: Waiting) {
  if (!hasFiles) return proposedTitle === null ? null : { what: 'title' as const, proposedTitle, parts: ['title'] }
  const { hasAudio, hasCover, hasPreview } = await tx
    .selectFrom('itemProposal')
    .where('itemId', '=', itemId)
    .select(['hasAudio', 'hasCover', 'hasPreview'])
    .executeTakeFirstOrThrow()
  const parts = [
    ...(hasAudio ? [kind === 'beat' ? 'audio' : 'files'] : []),
    ...(hasCover ? ['cover'] : []),
    ...(hasPreview ? ['preview'] : []),
    ...(proposedTitle ? ['title'] : []),
  ]
  return { what: 'change' as const, proposedTitle, parts }
}

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
  const isChange = review !== undefined && (review.proposedTitle !== null || review.hasFiles)
  if (!review || (isChange ? !isOnSale : item.status !== 'pending'))
    throw conflict('not_pending', 'This does not wait for a review any more.')
  return { item, review }
}

type Waiting = Awaited<ReturnType<typeof locked>>['review']

function refuseClaimed({ reviewerId, claimedUntil }: Waiting, adminId: number, now: Date) {
  if (reviewerId !== null && reviewerId !== adminId && claimedUntil && claimedUntil > now)
    throw conflict('claimed', 'Another admin is looking at this right now.')
}

type Told = {
  decision: 'approved' | 'rejected'
  reason: string
  change: Awaited<ReturnType<typeof changeIn>>
}

async function tellSeller(app: App, tx: Tx, item: LockedItem, { decision, reason, change }: Told) {
  const { title } = item
  const facts = { ...item, reason, proposedTitle: change?.proposedTitle ?? '', parts: listed(change?.parts ?? []) }
  const { mails, titles } = !change
    ? {
        mails: { approved: approvedMail, rejected: rejectedMail },
        titles: { approved: `${title} is on sale`, rejected: `${title} was not accepted` },
      }
    : change.what === 'title'
      ? {
          mails: { approved: titleApprovedMail, rejected: titleRejectedMail },
          titles: { approved: `${title} is called ${facts.proposedTitle} now`, rejected: `${title} keeps its title` },
        }
      : {
          mails: { approved: changeApprovedMail, rejected: changeRejectedMail },
          titles: { approved: `${title} has its new ${facts.parts}`, rejected: `${title} keeps its ${facts.parts}` },
        }
  await app.mail.send(tx, mails[decision], item.email, facts)
  await notify(app, tx, {
    accountId: item.ownerId,
    topic: decision,
    title: titles[decision],
    message: decision === 'approved' ? 'It passed the review.' : reason,
    relatedType: kinds[item.kind],
    slug: item.slug,
  })
}

const listed = (words: string[]) => new Intl.ListFormat('en').format(words)
