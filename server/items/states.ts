import { sql } from 'kysely'
import type { Tx } from '#server/db/connect.ts'
import type { ItemStatus } from '#server/db/types.ts'
import { conflict } from '#server/errors.ts'
import { changeAndIndex } from './change-and-index.ts'
import { dropProposal } from './proposals.ts'
import { soldBeatIn } from './sold-beats.ts'

/** The states that may follow each state. An item goes on sale after a review, a pause, or a takedown that was lifted. */
export const NEXT_STATES: Record<ItemStatus, readonly ItemStatus[]> = {
  processing: ['draft', 'pending', 'failed'],
  failed: ['draft', 'processing'],
  draft: ['processing', 'pending'],
  pending: ['published', 'rejected', 'draft', 'processing'],
  rejected: ['pending', 'draft', 'processing'],
  published: ['paused', 'sold', 'taken_down'],
  paused: ['published', 'sold', 'taken_down'],
  sold: ['draft', 'taken_down'], // a refunded exclusive sale makes it a draft
  taken_down: ['published', 'paused', 'sold', 'draft'], // back to where it was
}

const words: Record<ItemStatus, string> = {
  processing: 'is being processed',
  failed: 'has failed',
  draft: 'is a draft',
  pending: 'is in review',
  rejected: 'was rejected',
  published: 'is on sale',
  paused: 'is paused',
  sold: 'is sold',
  taken_down: 'was taken down',
}

/** Stands at items that are hidden while their owner may change their mind about the deletion of the account. */
export const HIDDEN = 'Hidden, as the account is about to be deleted.'

/**
 * Moves an item to another state, or answers 409. The date of the first publication never changes. While the owner's account
 * is about to be deleted nothing of it goes on sale: it is hidden like the rest. Returns whether it was hidden.
 */
export const setState = (tx: Tx, id: number, asked: ItemStatus, { now, reason = '' }: { now: Date; reason?: string }) =>
  changeAndIndex(tx, id, async (item) => {
    const isHidden = asked === 'published' && (await isLeaving(tx, item.ownerId))
    if (isHidden && item.status === 'paused')
      throw conflict('leaving', 'Your account is about to be deleted. Keep it first.')
    if (!NEXT_STATES[item.status].includes(asked))
      throw conflict('wrong_state', `That can’t be done now: this ${item.kind} ${words[item.status]}.`)
    if (asked === 'published') await refuseSoldBeat(tx, id)
    const status = isHidden ? 'paused' : asked
    await tx
      .updateTable('item')
      .set({
        status,
        statusReason: isHidden ? HIDDEN : reason,
        updatedAt: now,
        ...(status === 'published' && { publishedAt: sql<Date>`coalesce(published_at, ${now})` }),
      })
      .where('id', '=', id)
      .execute()
    if (status === 'processing' || status === 'sold') await dropProposal(tx, id, now)
    return isHidden
  })

const isLeaving = async (tx: Tx, ownerId: number) =>
  (await tx.selectFrom('accountDeletion').where('accountId', '=', ownerId).select('dueAt').executeTakeFirst()) !==
  undefined

async function refuseSoldBeat(tx: Tx, packId: number) {
  const title = await soldBeatIn(tx, packId)
  if (title !== undefined)
    throw conflict('holds_sold_beat', `“${title}” was sold exclusively. Take it out of this pack first.`)
}

/** Takes an exclusively sold item off sale. Its page stays. */
export const markSold = (tx: Tx, id: number, now: Date) => setState(tx, id, 'sold', { now })

/** Removes an item from everything except the libraries of its buyers. Without a day on sale its files go, too. */
export const removeItem = (tx: Tx, id: number, now: Date) =>
  changeAndIndex(tx, id, async () => {
    const filesDueAt = sql<Date | null>`case when published_at is null then ${now}::timestamptz end`
    await tx.updateTable('item').set({ deletedAt: now, updatedAt: now, filesDueAt }).where('id', '=', id).execute()
    await dropProposal(tx, id, now)
  })

/** Sets whether an admin has picked the item. */
export const setFeatured = (tx: Tx, id: number, isFeatured: boolean) =>
  changeAndIndex(tx, id, async () => {
    await tx.updateTable('item').set({ isFeatured }).where('id', '=', id).execute()
  })

/** Sets whether a promotion of the item is running. */
export const setPromoted = (tx: Tx, id: number, isPromoted: boolean) =>
  changeAndIndex(tx, id, async () => {
    await tx.updateTable('item').set({ isPromoted }).where('id', '=', id).execute()
  })
