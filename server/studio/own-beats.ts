import { sql } from 'kysely'
import type { Db } from '#server/db/connect.ts'

/** Beats that tracks of a pack may be sold as, too: known by the hashes of their files or by their titles. */
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
