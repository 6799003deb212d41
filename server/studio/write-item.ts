import type { BeatMeta } from '#contract/studio-upload.ts'
import type { Tx } from '#server/db/connect.ts'
import type { ItemKind } from '#server/db/types.ts'
import { invalid } from '#server/errors.ts'
import { changeItem, createItem, lockSlugs, type NewItem } from '#server/items/index.ts'
import { cents } from '#server/money.ts'
import { lockOwn } from './change.ts'
import { takeRoom } from './room.ts'

/** The words and numbers of an upload form. */
export type Words = Pick<NewItem, 'title' | 'description' | 'genre' | 'styleId' | 'priceCents' | 'tags' | 'hasTag'> &
  Pick<NewItem, 'licenses' | 'kitType' | 'bpm' | 'bpmMin' | 'bpmMax' | 'musicKey' | 'fansOf'>

/** The licenses of a form, as the item keeps them. */
export const licensesOf = ({ licenses }: Pick<BeatMeta, 'licenses'>) =>
  licenses.map(({ type, enabled, price }) => ({ type, enabled, priceCents: cents(price) }))

type Written = { kind: ItemKind; ownerId: number; draftId: number | undefined; words: Words }

/** Writes a sent item, or the draft that the upload completes. Gives its id. */
export async function writeItem(tx: Tx, { kind, ownerId, draftId, words }: Written, now: Date) {
  if (draftId === undefined) {
    await takeRoom(tx, ownerId, kind)
    return createItem(tx, { kind, ownerId, ...words }, now)
  }
  await lockDraft(tx, ownerId, kind, draftId)
  await changeItem(tx, draftId, words, now)
  return draftId
}

/** Locks an own draft. It has its room already. */
async function lockDraft(tx: Tx, ownerId: number, kind: ItemKind, id: number) {
  await lockSlugs(tx) // before the item
  const [draft] = await lockOwn(tx, ownerId, [id])
  if (draft?.kind !== kind || !['draft', 'failed', 'rejected'].includes(draft.status))
    throw invalid({ draftId: 'There is no such draft.' })
}
