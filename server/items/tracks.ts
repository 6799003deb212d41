import { sql } from 'kysely'
import type { Tx } from '#server/db/connect.ts'
import { changeAndIndex } from './change-and-index.ts'
import type { NewFile } from './files.ts'
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
    for (let first = 0; first < parts.length; first += AT_ONCE)
      await tx
        .insertInto('itemTrack')
        .values(
          parts
            .slice(first, first + AT_ONCE)
            .map((part, index) => ({ ...part, itemId, archiveId, position: first + index })),
        )
        .execute()
    await tx.updateTable('item').set({ trackCount: parts.length, updatedAt: now }).where('id', '=', itemId).execute()
  })

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
export const addTrackFile = (tx: Tx, itemId: number, trackId: number, file: NewFile, now: Date) =>
  tx
    .insertInto('itemFile')
    .values({ ...file, itemId, trackId, createdAt: now })
    .execute()

/** Takes tracks out of an item on behalf of its owner. Their rows stay: they say what earlier buyers got. */
export const removeTrack = (tx: Tx, itemId: number, trackId: number, now: Date) =>
  changeAndIndex(tx, itemId, async () => {
    await tx
      .updateTable('itemFile')
      .set({ isPresent: false })
      .where('trackId', '=', trackId)
      .where('isPresent', '=', true)
      .execute()
    const { durationMs } = await tx
      .updateTable('itemTrack')
      .set({ removedAt: now })
      .where('id', '=', trackId)
      .returning('durationMs')
      .executeTakeFirstOrThrow()
    // a pack is as long as its tracks; a kit has no length but its preview's
    await sql`update item set track_count = track_count - 1, updated_at = ${now},
        duration_ms = duration_ms - case when kind = 'pack' then ${durationMs ?? 0}::int else 0 end
      where id = ${itemId}`.execute(tx)
  })
