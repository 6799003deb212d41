import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/connect.ts'

/** The chosen beats that tracks of a pack may be sold as, too: known by the hashes of their files or by their titles. */
export const ownBeats = (db: Db, ownerId: number, ids: number[]) =>
  db
    .selectFrom('item')
    .innerJoin('itemFile', 'itemFile.itemId', 'item.id')
    .where(sql<boolean>`item.id = any(${ids}::bigint[])`)
    .where('item.ownerId', '=', ownerId)
    .where('item.deletedAt', 'is', null)
    .where('itemFile.role', 'in', ['master', 'mp3'])
    .where('itemFile.isPresent', '=', true)
    .select(['item.id', sql<string>`lower(item.title)`.as('title'), 'itemFile.sha256'])
    .execute()
export type OwnBeat = Awaited<ReturnType<typeof ownBeats>>[number]

/** A beat of the same bytes, also if its seller did not choose it: who buys it exclusively must not meet it in a pack. */
export const beatOfBytes = async (tx: Tx, ownerId: number, sha256: Buffer) =>
  (
    await tx
      .selectFrom('itemFile')
      .innerJoin('item', 'item.id', 'itemFile.itemId')
      .where('itemFile.sha256', '=', sha256)
      .where('itemFile.role', '=', 'master')
      .where('itemFile.isPresent', '=', true)
      .where('item.kind', '=', 'beat')
      .where('item.ownerId', '=', ownerId)
      .select('item.id')
      .orderBy(sql`item.deleted_at is not null`)
      .orderBy('item.id')
      .limit(1)
      .executeTakeFirst()
  )?.id ?? null
