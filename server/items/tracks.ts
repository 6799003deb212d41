import { sql } from 'kysely'
import type { Tx } from '#server/db/connect.ts'
import { conflict } from '#server/errors.ts'
import { forgetFiles } from '#server/storage/unnamed-files.ts'
import { changeAndIndex } from './change-and-index.ts'
import type { NewFile, Way } from './files.ts'
import { soldBeatIn } from './sold-beats.ts'
import { forgetUnsold } from './unsold-files.ts'

export type NewPart = { title: string; path: string; sizeBytes: number; bpm: number | null; musicKey: string | null }

const AT_ONCE = 1_000 // a statement can have 65,535 values

/** Names what an archive holds, in order. What an earlier archive held is no longer present. */
export const replaceTracks = (tx: Tx, itemId: number, archiveId: number, parts: NewPart[], now: Date) =>
  changeAndIndex(tx, itemId, async () => {
    const files = await tx
      .updateTable('itemFile')
      .set({ isPresent: false })
      .where('itemId', '=', itemId)
      .where('trackId', 'is not', null)
      .where('isPresent', '=', true)
      .returning('storageKey')
      .execute()
    const former = await tx
      .updateTable('itemTrack')
      .set({ removedAt: now })
      .where('itemId', '=', itemId)
      .where('removedAt', 'is', null)
      .returning('previewKey')
      .execute()
    const keys = [...files.map(({ storageKey }) => storageKey), ...former.map(({ previewKey }) => previewKey)]
    await forgetUnsold(tx, itemId, keys, now)
    await insertTracks(tx, parts, { itemId, archiveId, removedAt: null })
    await tx.updateTable('item').set({ trackCount: parts.length, updatedAt: now }).where('id', '=', itemId).execute()
  })

type Of = { itemId: number; archiveId: number; removedAt: Date | null }

async function insertTracks(tx: Tx, parts: NewPart[], of: Of) {
  for (let first = 0; first < parts.length; first += AT_ONCE)
    await tx
      .insertInto('itemTrack')
      .values(parts.slice(first, first + AT_ONCE).map((part, index) => ({ ...part, ...of, position: first + index })))
      .execute()
}

/** Names what a proposed archive holds. Until it is accepted, these tracks count as removed. */
export const proposeTracks = (tx: Tx, itemId: number, archiveId: number, parts: NewPart[], now: Date) =>
  insertTracks(tx, parts, { itemId, archiveId, removedAt: now })

/** Puts the tracks of a proposed archive in the place of the present ones, which stay for their buyers. */
export async function acceptTracks(tx: Tx, itemId: number, archiveId: number, now: Date) {
  await tx
    .updateTable('itemFile')
    .set({ isPresent: false })
    .where('itemId', '=', itemId)
    .where('isPresent', '=', true)
    .where('trackId', 'in', presentTracks(tx, itemId).select('id'))
    .execute()
  const former = await presentTracks(tx, itemId).select('previewKey').execute()
  await tx
    .updateTable('itemTrack')
    .set({ removedAt: now, previewKey: null })
    .where('itemId', '=', itemId)
    .where('removedAt', 'is', null)
    .execute()
  await forgetFiles(
    tx,
    former.flatMap(({ previewKey }) => previewKey ?? []),
    now,
  )
  const { numUpdatedRows } = await tx
    .updateTable('itemTrack')
    .set({ removedAt: null })
    .where('archiveId', '=', archiveId)
    .executeTakeFirst()
  const sold = await soldBeatIn(tx, itemId)
  if (sold !== undefined) throw conflict('holds_sold_beat', `“${sold}” was sold exclusively. The pack can’t sell it.`)
  await tx
    .updateTable('item')
    .set({ trackCount: Number(numUpdatedRows) })
    .where('id', '=', itemId)
    .execute()
}

const presentTracks = (tx: Tx, itemId: number) =>
  tx.selectFrom('itemTrack').where('itemId', '=', itemId).where('removedAt', 'is', null)

/** Deletes the tracks of a proposed archive and gives the keys of their files. */
export async function deleteProposedTracks(tx: Tx, itemId: number) {
  const ofProposed = tx
    .selectFrom('itemTrack')
    .innerJoin('itemFile as archive', 'archive.id', 'itemTrack.archiveId')
    .where('archive.itemId', '=', itemId)
    .where('archive.isProposed', '=', true)
    .select('itemTrack.id')
  const files = await tx.deleteFrom('itemFile').where('trackId', 'in', ofProposed).returning('storageKey').execute()
  const tracks = await tx.deleteFrom('itemTrack').where('id', 'in', ofProposed).returning('previewKey').execute()
  return [...files.map(({ storageKey }) => storageKey), ...tracks.flatMap(({ previewKey }) => previewKey ?? [])]
}

/** The facts that were found in a file of an archive. */
export type CheckedTrack = {
  id: number
  sha256: Buffer
  durationMs: number | null
  previewKey: string | null
  beatId?: number | null
}

/** Marks files of an archive as read: they are not read again. */
export async function saveCheckedTracks(tx: Tx, tracks: CheckedTrack[], now: Date) {
  await sql`update item_track set checked_at = ${now}, sha256 = found.sha256, duration_ms = found.duration_ms,
      preview_key = found.preview_key, beat_id = found.beat_id
    from unnest(${tracks.map(({ id }) => id)}::bigint[], ${tracks.map(({ sha256 }) => sha256)}::bytea[],
      ${tracks.map(({ durationMs }) => durationMs)}::int[], ${tracks.map(({ previewKey }) => previewKey)}::text[],
      ${tracks.map(({ beatId }) => beatId ?? null)}::bigint[]) as found (id, sha256, duration_ms, preview_key, beat_id)
    where item_track.id = found.id`.execute(tx)
}

/** Adds a file that was made of one track. */
export const addTrackFile = (tx: Tx, itemId: number, trackId: number, file: NewFile, { isProposed, now }: Way) =>
  tx
    .insertInto('itemFile')
    .values({ ...file, itemId, trackId, createdAt: now, isProposed, isPresent: !isProposed })
    .execute()

/** Takes a track out of an item on behalf of its owner. Its row stays: it says what earlier buyers got. Its preview goes. */
export const removeTrack = (tx: Tx, itemId: number, trackId: number, now: Date) =>
  changeAndIndex(tx, itemId, async () => {
    await tx
      .updateTable('itemFile')
      .set({ isPresent: false })
      .where('trackId', '=', trackId)
      .where('isPresent', '=', true)
      .execute()
    const { durationMs, previewKey } = await tx
      .selectFrom('itemTrack')
      .where('id', '=', trackId)
      .select(['durationMs', 'previewKey'])
      .executeTakeFirstOrThrow()
    await tx.updateTable('itemTrack').set({ removedAt: now, previewKey: null }).where('id', '=', trackId).execute()
    if (previewKey !== null) await forgetFiles(tx, [previewKey], now)
    // a pack is as long as its tracks; a kit has no length but its preview's
    await sql`update item set track_count = track_count - 1, updated_at = ${now},
        duration_ms = duration_ms - case when kind = 'pack' then ${durationMs ?? 0}::int else 0 end
      where id = ${itemId}`.execute(tx)
  })
