import type { BeatMeta } from '#contract/studio-upload.ts'
import type { Db, Tx } from '#server/db/connect.ts'
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

/** The place of a sent item: a new one needs room, a draft has its room already. */
type Place = { kind: ItemKind; ownerId: number; draftId: number | undefined }

/** Refuses an upload without a place before its files are read, which takes seconds. */
export const expectPlace = (db: Db, place: Place) => db.transaction().execute((tx) => lockPlace(tx, place))

/** Writes a sent item, or the draft that the upload completes. Gives its id. */
export async function writeItem(tx: Tx, { words, ...place }: Place & { words: Words }, now: Date) {
  const { kind, ownerId, draftId } = place
  if (draftId !== undefined) await lockSlugs(tx) // before the item
  await lockPlace(tx, place)
  if (draftId === undefined) return createItem(tx, { kind, ownerId, ...words }, now)
  const licenses = await withOthersOff(tx, draftId, words.licenses ?? [])
  await changeItem(tx, draftId, { ...words, licenses }, now)
  return draftId
}

async function lockPlace(tx: Tx, { kind, ownerId, draftId }: Place) {
  if (draftId === undefined) return takeRoom(tx, ownerId, kind)
  const [draft] = await lockOwn(tx, ownerId, [draftId])
  if (draft?.kind !== kind || !['draft', 'failed', 'rejected'].includes(draft.status))
    throw invalid({ draftId: 'There is no such draft.' })
}

/** A form names all licenses that it offers. Those that the draft had from an earlier form are off. */
async function withOthersOff(tx: Tx, itemId: number, licenses: NonNullable<Words['licenses']>) {
  const had = await tx.selectFrom('license').where('itemId', '=', itemId).select(['type', 'priceCents']).execute()
  const others = had.filter(({ type }) => licenses.every((license) => license.type !== type))
  return [...licenses, ...others.map((license) => ({ ...license, enabled: false }))]
}
