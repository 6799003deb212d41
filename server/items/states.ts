import { sql, type UpdateObject } from 'kysely'
import type { Tx } from '#server/db/connect.ts'
import type { DB, ItemKind, ItemStatus } from '#server/db/types.ts'
import { conflict, type ApiError } from '#server/errors.ts'
import { changeAllAndIndex, changeAndIndex } from './change-and-index.ts'
import { dropProposal } from './proposals.ts'
import { isSoldNow, isTwinSold, SOLD_IN_PACK, SOLD_TWIN, soldBeatIn, whyOffOf } from './sold-beats.ts'

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
/** Stands at items that are hidden while their owner is banned. */
export const BANNED = 'Hidden, as the account is banned.'
type WhyHidden = typeof HIDDEN | typeof BANNED

/** Whether an item is paused because nothing of its owner is shown. */
export const isHidden = ({ status, statusReason }: { status: ItemStatus; statusReason: string }) =>
  status === 'paused' && (statusReason === HIDDEN || statusReason === BANNED)

/**
 * Moves an item to another state, or answers 409. The date of the first publication never changes. While the owner is banned
 * or about to leave, nothing of theirs goes on sale: it is hidden like the rest. Returns whether it was hidden.
 */
export const setState = (tx: Tx, id: number, asked: ItemStatus, { now, reason = '' }: { now: Date; reason?: string }) =>
  changeAndIndex(tx, id, async (item) => {
    const why = asked === 'published' ? await whyHidden(tx, item.ownerId) : null
    if (why && item.status === 'paused') throw refusals[why]()
    if (!NEXT_STATES[item.status].includes(asked))
      throw conflict('wrong_state', `That can’t be done now: this ${item.kind} ${words[item.status]}.`)
    if (asked === 'published') await refuseSold(tx, item)
    const status = why ? 'paused' : asked
    await tx
      .updateTable('item')
      .set({
        status,
        statusReason: why ?? reason,
        updatedAt: now,
        ...(status === 'published' && { publishedAt: firstOf(now) }),
      })
      .where('id', '=', id)
      .execute()
    if (status === 'processing' || status === 'sold') await dropProposal(tx, id, now)
    return why !== null
  })

const refusals: Record<WhyHidden, () => ApiError> = {
  [HIDDEN]: () => conflict('leaving', 'Your account is about to be deleted. Keep it first.'),
  [BANNED]: () => conflict('banned', 'This account is banned.'),
}

async function whyHidden(tx: Tx, ownerId: number): Promise<WhyHidden | null> {
  const owner = await tx
    .selectFrom('account')
    .leftJoin('accountDeletion as leaving', 'leaving.accountId', 'account.id')
    .where('account.id', '=', ownerId)
    .select(['account.bannedAt', 'leaving.dueAt'])
    .executeTakeFirstOrThrow()
  if (owner.bannedAt) return BANNED
  return owner.dueAt ? HIDDEN : null
}

const ofOwner = async (tx: Tx, ownerId: number, status?: ItemStatus, reason?: WhyHidden) =>
  idsOf(
    await tx
      .selectFrom('item')
      .where('ownerId', '=', ownerId)
      .where('deletedAt', 'is', null)
      .$if(status !== undefined, (items) => items.where('status', '=', status!))
      .$if(reason !== undefined, (items) => items.where('statusReason', '=', reason!))
      .select('id')
      .orderBy('id')
      .execute(),
  )

/** Takes everything of a person off sale. The caller has locked all that this touches: `lockItemsOf`. */
export const hideItemsOf = async (tx: Tx, ownerId: number, reason: WhyHidden, now: Date) =>
  changeAllAndIndex(tx, await ofOwner(tx, ownerId, 'published'), (items) =>
    writeStates(tx, idsOf(items), { status: 'paused', statusReason: reason, updatedAt: now }),
  )

/**
 * Puts what was hidden for this reason back on sale, or hides it for another one that is left. A pack with a beat that was
 * sold exclusively meanwhile stays paused, and so does a beat of the same file. The caller has locked all that this touches.
 */
export async function showItemsOf(tx: Tx, ownerId: number, reason: WhyHidden, now: Date) {
  const left = await whyHidden(tx, ownerId)
  await changeAllAndIndex(tx, await ofOwner(tx, ownerId, 'paused', reason), async (items) => {
    const ids = idsOf(items)
    const why = left ? new Map(ids.map((id) => [id, left])) : await whyOffOf(tx, ids)
    for (const [statusReason, some] of Map.groupBy(why.keys(), (id) => why.get(id)!))
      await writeStates(tx, some, { statusReason })
    const free = ids.filter((id) => !why.has(id))
    await writeStates(tx, free, { status: 'published', statusReason: '', updatedAt: now, publishedAt: firstOf(now) })
  })
}

const idsOf = (items: { id: number }[]) => items.map(({ id }) => id)
const firstOf = (now: Date) => sql<Date>`coalesce(published_at, ${now})`

const writeStates = (tx: Tx, ids: number[], states: UpdateObject<DB, 'item'>) =>
  tx
    .updateTable('item')
    .set(states)
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .execute()

async function refuseSold(tx: Tx, { id, kind }: { id: number; kind: ItemKind }) {
  if (kind === 'beat' && (await isSoldNow(tx, id))) throw conflict('sold', SOLD_IN_PACK)
  if (kind === 'beat' && (await isTwinSold(tx, id))) throw conflict('sold', SOLD_TWIN)
  const title = await soldBeatIn(tx, id)
  if (title !== undefined)
    throw conflict('holds_sold_beat', `“${title}” was sold exclusively. Take it out of this pack first.`)
}

/** Takes an exclusively sold item off sale. Its page stays. */
export const markSold = (tx: Tx, id: number, now: Date) => setState(tx, id, 'sold', { now })

/** Removes an item from everything except the libraries of its buyers. Without a day on sale its files go, too. */
export const removeItem = (tx: Tx, id: number, now: Date) =>
  changeAndIndex(tx, id, async () => {
    await writeStates(tx, [id], { deletedAt: now, updatedAt: now, filesDueAt: dueIfUnsold(now) })
    await dropProposal(tx, id, now)
  })

const dueIfUnsold = (now: Date) => sql<Date | null>`case when published_at is null then ${now}::timestamptz end`

/** Removes all items of a person. The caller has locked all that this touches. */
export async function removeItemsOf(tx: Tx, ownerId: number, now: Date) {
  await changeAllAndIndex(tx, await ofOwner(tx, ownerId), async (items) => {
    await writeStates(tx, idsOf(items), { deletedAt: now, updatedAt: now, filesDueAt: dueIfUnsold(now) })
    const proposals = await tx
      .selectFrom('itemProposal')
      .where(sql<boolean>`item_id = any(${idsOf(items)}::bigint[])`)
      .select('itemId')
      .orderBy('itemId')
      .execute()
    for (const { itemId } of proposals) await dropProposal(tx, itemId, now)
  })
}

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
