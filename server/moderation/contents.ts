import type { SubmittedFile } from '#contract/submission.ts'
import { findEntry, listEntries, type Entry } from '#server/archives/check-archive.ts'
import { entryAsFile } from '#server/archives/entry-file.ts'
import type { Read } from '#server/archives/directory.ts'
import { limitsOf, type Limits } from '#server/archives/limits.ts'
import { readerOf } from '#server/archives/read-entry.ts'
import { sql, type SqlBool } from 'kysely'
import type { ItemKind } from '#server/db/types.ts'
import { notFound } from '#server/errors.ts'
import { pageOf } from '#server/http/paging.ts'
import { idIn, signedUrl, type FindFile } from '#server/http/signed-files.ts'
import { isInUse, kindNames, presentFile, seconds } from '#server/items/index.ts'
import { MediaError } from '#server/media/audio.ts'
import type { App } from '#server/services.ts'
import { isAdmin } from './masters.ts'

export const SOUND = /\.(wav|mp3)$/i

type Page = { page: number; limit: number }

/** A pack or kit in any state, with the archive that is reviewed: another one that waits goes before the present one. */
export async function findPacked({ db }: Pick<App, 'db'>, kind: ItemKind, id: number) {
  const item = await db
    .selectFrom('item')
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('itemFile')
          .whereRef('itemFile.itemId', '=', 'item.id')
          .where('itemFile.role', '=', 'archive')
          .where(isInUse('itemFile'))
          .orderBy('itemFile.isProposed', 'desc')
          .limit(1)
          .selectAll('itemFile')
          .as('archive'),
      (join) => join.onTrue(),
    )
    .leftJoin('itemProposal as proposal', 'proposal.itemId', 'item.id')
    .where('item.id', '=', id)
    .where('item.kind', '=', kind)
    .where('item.deletedAt', 'is', null)
    .select(['item.id', 'item.kind', 'item.ownerId', 'item.updatedAt'])
    .select((select) => select.fn.coalesce('proposal.durationMs', 'item.durationMs').as('durationMs'))
    .select(['archive.id as archiveId', 'archive.isProposed'])
    .select(['archive.storageKey', 'archive.name', 'archive.sizeBytes', 'archive.sha256'])
    .executeTakeFirst()
  if (!item) throw notFound(kindNames[kind])
  return item
}

/** Tracks in order. One that is also sold alone may have its master there. */
export const tracksOf = ({ db }: Pick<App, 'db'>) =>
  db
    .selectFrom('itemTrack')
    .leftJoin(presentFile(db, 'master').as('master'), 'master.itemId', 'itemTrack.beatId')
    .select(['itemTrack.id', 'itemTrack.itemId', 'itemTrack.title', 'itemTrack.path'])
    .select(['itemTrack.bpm', 'itemTrack.musicKey', 'itemTrack.durationMs'])
    .select(['master.storageKey as masterKey', 'master.sizeBytes as masterBytes'])
    .orderBy('itemTrack.position')
export type TrackRow = Awaited<ReturnType<ReturnType<typeof tracksOf>['execute']>>[number]

type Version = { id: number; archiveId: number | null; isProposed: boolean | null }

/** SQL: the track belongs to the version that is reviewed. */
export const isOfVersion = ({ id, archiveId, isProposed }: Version) =>
  isProposed
    ? sql<SqlBool>`item_track.archive_id = ${archiveId}`
    : sql<SqlBool>`item_track.item_id = ${id} and item_track.removed_at is null`

/** One page of what is inside. A file that is not there has no size. */
export async function listContents(app: App, kind: ItemKind, id: number, { page, limit }: Page) {
  const item = await findPacked(app, kind, id)
  const [rows, { total }, { entries, fault }] = await Promise.all([
    tracksOf(app)
      .where(isOfVersion(item))
      .limit(limit)
      .offset(page * limit)
      .execute(),
    app.db
      .selectFrom('itemTrack')
      .where(isOfVersion(item))
      .select((all) => all.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
    filesIn(app, item, listEntries),
  ])
  const { name, sizeBytes } = item
  return {
    ...pageOf(
      rows.map((row) => present(row, entries.get(row.path))),
      { page, limit, total },
    ),
    durationSec: kind === 'kit' ? null : seconds(item.durationMs),
    archive: name === null || sizeBytes === null ? null : { name, bytes: sizeBytes },
    fault,
  }
}

function present(
  { id, title, path, durationMs, bpm, musicKey, masterBytes }: TrackRow,
  entry?: { bytes: number },
): SubmittedFile {
  const bytes = entry?.bytes ?? masterBytes
  const durationSec = seconds(durationMs)
  return { id, title, path, durationSec, bpm, key: musicKey, bytes, playable: bytes !== null && SOUND.test(path) }
}

type Archive = { kind: ItemKind; storageKey: string | null; sizeBytes: number | null }
type List<File> = (read: Read, size: number, limits: Limits) => Promise<File[]>

/** The files of an archive by their paths, or why it can't be read. */
export async function filesIn<File extends { path: string }>(
  { storage }: Pick<App, 'storage'>,
  { kind, storageKey }: Archive,
  list: List<File>,
) {
  const none = (fault: string) => ({ entries: new Map<string, File>(), fault })
  if (storageKey === null) return none('')
  const stored = await storage.stat(storageKey)
  if (!stored) return none('The ZIP file is missing.')
  try {
    const files = await list(readerOf(storage, storageKey), stored.size, limitsOf(kind))
    return { entries: new Map(files.map((file) => [file.path, file])), fault: '' }
  } catch (error) {
    if (!(error instanceof MediaError)) throw error
    return none(error.message)
  }
}

/** Admins hear a file itself, by an address for this admin alone. */
export async function fileUrl(
  app: App,
  kind: ItemKind,
  { itemId, file, adminId }: { itemId: number; file: number; adminId: number },
) {
  await findPacked(app, kind, itemId)
  const stored = await storedTrack(app, file)
  if (stored?.itemId !== itemId) throw notFound('File')
  return signedUrl(app, { purpose: 'track', file: String(file), account: adminId })
}

/** Finds a track in the archive of its pack or kit, or as the master of the beat that is sold alone. */
async function storedTrack(app: App, id: number) {
  const { db } = app
  const track = await tracksOf(app)
    .innerJoin('item', 'item.id', 'itemTrack.itemId')
    .leftJoin(presentFile(db, 'archive').as('present'), 'present.itemId', 'item.id')
    .innerJoin('itemFile as archive', (join) =>
      // a track that was packed by hand names none
      join.on(sql<SqlBool>`archive.id = coalesce(item_track.archive_id, present.id)`),
    )
    .where('itemTrack.id', '=', id)
    .where(sql<SqlBool>`(item_track.removed_at is null or archive.is_proposed)`)
    .where('item.deletedAt', 'is', null)
    .select(['item.kind', 'archive.storageKey', 'archive.sizeBytes'])
    .executeTakeFirst()
  if (!track) return null
  const { storageKey, path } = track
  const { entries } = await filesIn(app, track, async (read, size, limits) => {
    const entry = await findEntry(read, size, path, limits)
    return entry ? [entry] : []
  })
  const source = sourceOf(app, track, storageKey, entries.get(path))
  return source && { ...source, itemId: track.itemId }
}

/** Where the bytes of a track are. Null: nowhere. */
export function sourceOf(
  { storage }: Pick<App, 'storage'>,
  { masterKey }: TrackRow,
  archiveKey: string | null,
  entry: Entry | undefined,
) {
  if (entry && archiveKey !== null) return { key: archiveKey, from: entryAsFile(storage, entry) }
  return masterKey === null ? null : { key: masterKey, from: storage }
}

/** An admin that lost the role loses the file, too. */
export const findTrack =
  (app: App): FindFile =>
  async (name, account) => {
    const id = idIn(name)
    return id !== null && (await isAdmin(app, account)) ? storedTrack(app, id) : null
  }
