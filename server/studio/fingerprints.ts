import { sql, type SqlBool } from 'kysely'
import type { Db, Tx } from '#server/db/connect.ts'
import { FINGERPRINT_VERSION, type Fingerprint } from '#server/media/fingerprint.ts'
import { runSound } from '#server/media/run-media.ts'
import { ALIKE, LEAST_SHARED, type SameSound } from '#server/media/same-sound.ts'
import type { App } from '#server/services.ts'
import type { ItemInHand, Save } from './item-in-hand.ts'

/** A beat, or one track of a pack, and the file that it was read from: the master or the archive. */
type Sound = { itemId: number; trackId: number | null; fileId: number }

const MOST_COMPARED = 100

/**
 * The tracks whose fingerprints are made; null is the beat itself. Those of a former file or version are removed. New
 * audio that waits for a review has its own beside that of the present file.
 */
export async function madeFingerprints(db: Db, itemId: number, fileId: number) {
  await db
    .deleteFrom('fingerprint')
    .where('itemId', '=', itemId)
    .where(
      sql<SqlBool>`(version <> ${FINGERPRINT_VERSION} or not exists (
        select from item_file file where file.id = file_id and (file.is_present or file.is_proposed)))`,
    )
    .execute()
  const rows = await db.selectFrom('fingerprint').where('fileId', '=', fileId).select('trackId').execute()
  return new Set(rows.map(({ trackId }) => trackId))
}

/** Makes the fingerprint of a sound that was copied to a path. */
export async function makeFingerprint({ ownerId }: Pick<ItemInHand, 'ownerId'>, sound: Sound, source: string) {
  const made = await runSound('fingerprint', { source }, ownerId)
  return (tx: Tx) => saveFingerprint(tx, sound, made)
}

const saveFingerprint = (tx: Tx, sound: Sound, { keys, landmarks, durationMs }: Fingerprint) =>
  tx
    .insertInto('fingerprint')
    .values({ ...sound, version: FINGERPRINT_VERSION, durationMs, keys, landmarks: Buffer.from(landmarks) })
    .execute()

/**
 * Looks for the sounds of an item among those of other sellers. Its own fingerprints are saved before that: of two items
 * at the same time at least one finds the other.
 */
export async function matchAll(app: App, { id, ownerId }: Pick<ItemInHand, 'id' | 'ownerId'>): Promise<Save> {
  const own = await app.db
    .selectFrom('fingerprint')
    .where('itemId', '=', id)
    .select(['id', 'keys', 'landmarks'])
    .orderBy('id')
    .execute()
  const found: Match[] = []
  for (const one of own) {
    const others = await candidates(app.db, ownerId, one.keys)
    if (others.length === 0) continue
    const args = { one: one.landmarks, others: others.map(({ landmarks }) => landmarks) }
    for (const [index, same] of (await runSound('compare', args, ownerId)).entries())
      if (same && same.score >= ALIKE) found.push(...bothWays(one.id, others[index]!.id, same))
  }
  return async (tx) => {
    // a file that took the place of an unreadable one has a fingerprint now
    await tx.deleteFrom('missingFingerprint').where('itemId', '=', id).where('dueAt', 'is', null).execute()
    await saveMatches(tx, found)
  }
}

/** The sounds of other sellers that share most keys with this one, those in review included. */
async function candidates(db: Db, ownerId: number, keys: number[]) {
  const { rows } = await sql<{ id: number; landmarks: Buffer }>`
    select other.id, other.landmarks
    from (
      select found.id, count(*) as shared
      from unnest(${keys}::int[]) as asked (key)
      -- key by key, so that no array is read
      cross join lateral (select id from fingerprint where keys @> array[asked.key] offset 0) as found
      group by found.id
      having count(*) >= ${LEAST_SHARED}
    ) as near
    join fingerprint as other on other.id = near.id and other.version = ${FINGERPRINT_VERSION}
    join item on item.id = other.item_id and item.deleted_at is null and item.owner_id <> ${ownerId}
    join item_file as file on file.id = other.file_id
    left join item_track as track on track.id = other.track_id
    where track.removed_at is null or file.is_proposed
    order by near.shared desc, other.id
    limit ${MOST_COMPARED}`.execute(db)
  return rows
}

type Match = SameSound & { fingerprintId: number; otherId: number }

/** The other item may wait for its review, too. */
function bothWays(fingerprintId: number, otherId: number, same: SameSound): Match[] {
  const { ratio, offsetMs, fromMs, sameMs } = same
  const back = {
    ...same,
    ratio: 1 / ratio,
    offsetMs: Math.round(-offsetMs / ratio),
    fromMs: Math.round(ratio * fromMs + offsetMs),
    sameMs: Math.round(ratio * sameMs),
  }
  return [
    { ...same, fingerprintId, otherId },
    { ...back, fingerprintId: otherId, otherId: fingerprintId },
  ]
}

/** In one order, so that two items that find each other don't wait for each other. */
async function saveMatches(tx: Tx, found: Match[]) {
  if (found.length === 0) return
  const inOrder = found.toSorted((one, other) => one.fingerprintId - other.fingerprintId || one.otherId - other.otherId)
  await tx
    .insertInto('fingerprintMatch')
    .values(inOrder)
    .onConflict((conflict) => conflict.columns(['fingerprintId', 'otherId']).doNothing())
    .execute()
}
