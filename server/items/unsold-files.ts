import { sql } from 'kysely'
import type { Tx } from '#server/db/connect.ts'
import type { Taker } from '#server/jobs/due.ts'
import { coverFiles } from '#server/media/cover-keys.ts'
import { forgetFiles } from '#server/storage/unnamed-files.ts'

const BATCH = 20

/** Removes files that an item names no longer. Of an item that was on sale they stay: somebody may have bought them. */
export async function forgetUnsold(tx: Tx, itemId: number, keys: (string | null)[], now: Date) {
  const named = keys.filter((key) => key !== null)
  if (named.length === 0) return
  const { publishedAt } = await tx
    .selectFrom('item')
    .where('id', '=', itemId)
    .select('publishedAt')
    .executeTakeFirstOrThrow()
  if (publishedAt === null) await forgetFiles(tx, named, now)
}

/** Removes all files of deleted items that were never on sale, with their rows. */
export const unsoldTaker: Taker = {
  name: 'remove files of deleted items',
  takeDue: ({ db }, now) =>
    db.transaction().execute(async (tx) => {
      const items = await tx
        .selectFrom('item')
        .where('filesDueAt', '<=', now)
        .select(['id', 'coverKey', 'previewKey'])
        .orderBy('id')
        .limit(BATCH)
        .forUpdate()
        .skipLocked()
        .execute()
      const ids = items.map(({ id }) => id)
      const keys = items.flatMap(({ coverKey, previewKey }) => [...coverFiles(coverKey), previewKey])
      for (const itemId of ids) keys.push(...(await deleteFiles(tx, itemId)))
      const named = keys.filter((key) => key !== null)
      await forgetFiles(tx, named, now)
      await tx
        .updateTable('item')
        .set({ filesDueAt: null, coverKey: null, previewKey: null })
        .where(sql<boolean>`id = any(${ids}::bigint[])`)
        .execute()
      return items.length
    }),
}

/** Deletes the rows of an item's files and gives their keys. Files name tracks, and tracks name files. */
async function deleteFiles(tx: Tx, itemId: number) {
  await tx.updateTable('itemTrack').set({ archiveId: null }).where('itemId', '=', itemId).execute()
  const files = await tx.deleteFrom('itemFile').where('itemId', '=', itemId).returning('storageKey').execute()
  const tracks = await tx.deleteFrom('itemTrack').where('itemId', '=', itemId).returning('previewKey').execute()
  return [...files.map(({ storageKey }) => storageKey), ...tracks.map(({ previewKey }) => previewKey)]
}
