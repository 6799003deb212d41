import { sql } from 'kysely'
import { findEntry } from '#server/archives/check-archive.ts'
import { entryAsFile } from '#server/archives/entry-file.ts'
import { limitsOf } from '#server/archives/limits.ts'
import { readerOf } from '#server/archives/read-entry.ts'
import type { Db, Tx } from '#server/db/connect.ts'
import type { ItemKind } from '#server/db/types.ts'
import { conflict, notFound } from '#server/errors.ts'
import { idIn, type FindFile } from '#server/http/signed-files.ts'
import { kindNames, presentFile, removeTrack } from '#server/items/index.ts'
import type { App } from '#server/services.ts'
import { storedArchive } from './archive-parts.ts'
import { expectEditable, lockOwn } from './change.ts'
import { fileNameOf } from './file-names.ts'

/** The files in an own item, in order. */
export const partsOfOwn = (db: Db | Tx, itemId: number) =>
  db
    .selectFrom('itemTrack')
    .leftJoin('item as beat', (join) => join.onRef('beat.id', '=', 'itemTrack.beatId').on('beat.deletedAt', 'is', null))
    .where('itemTrack.itemId', '=', itemId)
    .where('itemTrack.removedAt', 'is', null)
    .select([
      'itemTrack.id',
      'itemTrack.title',
      'itemTrack.path',
      'itemTrack.sizeBytes',
      'itemTrack.durationMs',
      'itemTrack.bpm',
      'itemTrack.musicKey',
      'itemTrack.previewKey',
      'beat.id as beatId',
      'beat.title as beatTitle',
    ])
    .orderBy('itemTrack.position')
    .execute()
export type OwnPart = Awaited<ReturnType<typeof partsOfOwn>>[number]

type Removed = { kind: 'pack' | 'kit'; itemId: number; find: (parts: OwnPart[]) => OwnPart | undefined }

/** Takes a part out of an own item. An item without any is nothing to sell. */
export const removePart = (app: App, ownerId: number, { kind, itemId, find }: Removed) =>
  app.db.transaction().execute(async (tx) => {
    const [item] = await lockOwn(tx, ownerId, [itemId])
    if (item?.kind !== kind) throw notFound(kindNames[kind])
    expectEditable(item)
    const parts = await partsOfOwn(tx, itemId)
    const part = find(parts)
    if (!part) throw notFound(kind === 'pack' ? 'Track' : 'File')
    if (parts.length === 1) throw conflict('last_one', lastOne[kind])
    await removeTrack(tx, itemId, part.id, app.clock.now())
  })

const lastOne = {
  pack: 'This is the last track of the pack. Delete the pack instead.',
  kit: 'This is the last file of the kit. Delete the kit instead.',
}

/** Finds a file in the archive of an own item. */
export const findPart =
  (app: App): FindFile =>
  async (name, account) => {
    const id = idIn(name)
    const part = id === null ? undefined : await ownPart(app.db, id, account)
    if (!part?.archiveId) return null
    const archive = await storedArchive(app.db, part.archiveId)
    const entry = await findEntry(readerOf(app.storage, archive.key), archive.size, part.path, limitsOf(part.kind))
    return entry && { key: archive.key, from: entryAsFile(app.storage, entry), download: fileNameOf(part.path) }
  }

/** The archive of a part that came without an upload is the present one of its item. */
const ownPart = (db: Db, id: number, account: number) =>
  db
    .selectFrom('itemTrack')
    .innerJoin('item', 'item.id', 'itemTrack.itemId')
    .leftJoin(presentFile(db, 'archive').as('archive'), 'archive.itemId', 'item.id')
    .where('itemTrack.id', '=', id)
    .where('itemTrack.removedAt', 'is', null)
    .where('item.ownerId', '=', account)
    .where('item.deletedAt', 'is', null)
    .select([
      'itemTrack.path',
      'item.kind',
      sql<number | null>`coalesce(item_track.archive_id, archive.id)`.as('archiveId'),
    ])
    .$narrowType<{ kind: ItemKind }>()
    .executeTakeFirst()
