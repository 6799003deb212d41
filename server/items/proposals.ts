import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/connect.ts'
import { conflict } from '#server/errors.ts'
import { coverFiles } from '#server/media/cover-keys.ts'
import { forgetFiles } from '#server/storage/unnamed-files.ts'
import { changeItem } from './change-item.ts'
import type { NewWave } from './create-item.ts'
import { isSoldNow, isTwinSold, SOLD_TWIN } from './sold-beats.ts'
import { acceptTracks, deleteProposedTracks, proposeTracks, type NewPart } from './tracks.ts'
import { isInUse, promoteFiles, writeVersions, type NewFile } from './files.ts'

/** Without `hasTag` the preview is made anew for new audio alone. The tracks are those of a new archive. */
type Proposed = { files: NewFile[]; tracks?: NewPart[] | undefined; hasCover: boolean; hasTag: boolean | undefined }

/** The result of the steps for the files that were sent. */
type Made = {
  coverKey?: string
  previewKey?: string
  durationMs?: number
  miniWave?: Buffer
  wave?: NewWave
}

/**
 * Keeps new audio, a new cover or a new preview of an item on sale for the review. The same part that waited before
 * gives way to it.
 */
export async function propose(tx: Tx, itemId: number, { files, tracks, hasCover, hasTag }: Proposed, now: Date) {
  const hasAudio = files.length > 0
  const makesPreview = hasAudio || hasTag !== undefined
  await forgetMade(tx, itemId, { hasCover, hasPreview: makesPreview }, now)
  const begun = {
    state: 'processing',
    failure: '',
    ...(hasCover && { hasCover, coverKey: null }),
    ...(hasAudio && { hasAudio }),
    ...(makesPreview && { previewKey: null }),
    ...(hasTag !== undefined && { hasTag }),
  }
  await tx
    .insertInto('itemProposal')
    .values({ itemId, hasAudio, hasCover, hasTag })
    .onConflict((conflict) => conflict.column('itemId').doUpdateSet(begun))
    .execute()
  // the MP3 of a former proposal has neither the new sound nor the new cover
  await removeProposedFiles(tx, itemId, hasAudio ? ['master', 'archive', 'mp3'] : hasCover ? ['mp3'] : [], now)
  if (!hasAudio) return
  const [file] = await writeVersions(tx, itemId, files, { isProposed: true, now })
  if (tracks) await proposeTracks(tx, itemId, file!.id, tracks, now)
}

/**
 * Saves what a step has made, in the place of what another run of it has made. The item is locked, so that no other
 * proposal comes meanwhile. Without a proposal it fails: the item was sold, and nothing would name the files.
 */
export async function saveProposed(tx: Tx, itemId: number, { wave, ...made }: Made, files: NewFile[], now: Date) {
  await tx.selectFrom('item').where('id', '=', itemId).select('id').forNoKeyUpdate().executeTakeFirstOrThrow()
  await tx.selectFrom('itemProposal').where('itemId', '=', itemId).select('itemId').executeTakeFirstOrThrow()
  if (Object.keys(made).length > 0) {
    const [hasCover, hasPreview] = [made.coverKey !== undefined, made.previewKey !== undefined]
    await forgetMade(tx, itemId, { hasCover, hasPreview }, now)
    await tx
      .updateTable('itemProposal')
      .set({ ...made, ...wave })
      .where('itemId', '=', itemId)
      .execute()
  }
  if (files.length === 0) return
  const roles = files.map(({ role }) => role)
  await removeProposedFiles(tx, itemId, roles, now)
  await writeVersions(tx, itemId, files, { isProposed: true, now })
}

/** Says how far a proposal is. */
export const setProposal = (tx: Tx, itemId: number, state: 'processing' | 'failed' | 'ready', failure = '') =>
  tx.updateTable('itemProposal').set({ state, failure }).where('itemId', '=', itemId).execute()

/** Puts a proposal in the place of the present version, which stays stored for its buyers. */
export async function acceptProposal(tx: Tx, itemId: number, now: Date) {
  const { coverKey, previewKey, hasTag, durationMs, miniWave, fullBand, lowBand } = await tx
    .deleteFrom('itemProposal')
    .where('itemId', '=', itemId)
    .returningAll()
    .executeTakeFirstOrThrow()
  const archive = await tx
    .selectFrom('itemFile')
    .where('itemId', '=', itemId)
    .where('role', '=', 'archive')
    .where('isProposed', '=', true)
    .select('id')
    .executeTakeFirst()
  if (archive) await acceptTracks(tx, itemId, archive.id, now)
  await promoteFiles(tx, itemId)
  if (durationMs !== null && (await isSoldNow(tx, itemId)))
    throw conflict('sold_audio', 'The new audio was sold exclusively in a pack meanwhile. Reject it.')
  if (durationMs !== null && (await isTwinSold(tx, itemId))) throw conflict('sold', SOLD_TWIN)
  const change = {
    ...(coverKey !== null && { coverKey }),
    ...(previewKey !== null && { previewKey }),
    ...(hasTag !== null && { hasTag }),
    ...(durationMs !== null && { durationMs }),
    ...(miniWave !== null && { miniWave }),
    ...(fullBand !== null && lowBand !== null && { wave: { fullBand, lowBand } }),
  }
  await changeItem(tx, itemId, change, now)
}

/** Removes a proposal and its files. Without one nothing happens. */
export async function dropProposal(tx: Tx, itemId: number, now: Date) {
  await forgetMade(tx, itemId, { hasCover: true, hasPreview: true }, now)
  await removeProposedFiles(tx, itemId, ['master', 'archive', 'mp3'], now)
  await tx.deleteFrom('itemProposal').where('itemId', '=', itemId).execute()
}

type Which = { hasCover: boolean; hasPreview: boolean }

/** Has the cover or the preview of a proposal removed. */
async function forgetMade(tx: Tx, itemId: number, { hasCover, hasPreview }: Which, now: Date) {
  const made = await tx
    .selectFrom('itemProposal')
    .where('itemId', '=', itemId)
    .select(['coverKey', 'previewKey'])
    .executeTakeFirst()
  if (!made) return
  const { coverKey, previewKey } = made
  const previews = hasPreview && previewKey !== null ? [previewKey] : []
  await forgetFiles(tx, [...(hasCover ? coverFiles(coverKey) : []), ...previews], now)
}

async function removeProposedFiles(tx: Tx, itemId: number, roles: NewFile['role'][], now: Date) {
  const ofTracks = roles.includes('archive') ? await deleteProposedTracks(tx, itemId) : []
  const removed = await tx
    .deleteFrom('itemFile')
    .where('itemId', '=', itemId)
    .where('isProposed', '=', true)
    .where('trackId', 'is', null)
    .where(sql<boolean>`role = any(${roles}::file_role[])`)
    .returning('storageKey')
    .execute()
  await forgetFiles(tx, [...removed.map(({ storageKey }) => storageKey), ...ofTracks], now)
}

/** The newest master of a beat: the proposed one if there is one, else the present one. */
export const newestMaster = (db: Db, itemId: number) =>
  db
    .selectFrom('itemFile')
    .where('itemId', '=', itemId)
    .where('role', '=', 'master')
    .where(isInUse('itemFile'))
    .orderBy('isProposed', 'desc')
    .select(['id', 'storageKey', 'mediaType', 'sha256'])
    .limit(1)
    .executeTakeFirst()
