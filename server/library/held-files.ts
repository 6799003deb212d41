import type { Db } from '#server/db/connect.ts'
import type { PurchaseRow } from './purchases.ts'

/** The form in which a file is sold. Other files of kits and notes of packs have none. */
export type SoldFormat = 'mp3' | 'wav' | 'stems' | 'project'
export type Stored = { key: string; bytes: number; crc32: number | null }

export type HeldTrack = {
  id: number
  title: string
  path: string
  bpm: number | null
  musicKey: string | null
  durationMs: number | null
}

/** A file that was sold: stored by itself, or in the archive under the path of its track. */
export type HeldFile = {
  format: SoldFormat | null
  bytes: number | null
  track: HeldTrack | null
  stored: Stored | null
}

export type Held = {
  archive: Stored | null
  tracks: HeldTrack[]
  files: HeldFile[]
  /** The paths in the archive that are or were tracks. Everything else in it is notes. */
  named: Set<string>
}

export const endingOf = (path: string) => /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? ''

/**
 * The files of a purchase as they were sold. A track that its seller had taken out before is not among them, and one
 * that was taken out since is.
 */
export async function heldFiles(db: Db, purchase: PurchaseRow): Promise<Held> {
  const sold = await db
    .selectFrom('purchaseFile')
    .innerJoin('itemFile as file', 'file.id', 'purchaseFile.fileId')
    .where('purchaseFile.purchaseId', '=', purchase.id)
    .select(['file.id', 'file.role', 'file.mediaType', 'file.trackId', 'file.sizeBytes', 'file.crc32'])
    .select('file.storageKey as key')
    .orderBy('file.role')
    .execute()
  const archive = sold.find(({ role }) => role === 'archive')
  const rows = archive ? await tracksIn(db, purchase.itemId, archive.id) : []
  const tracks = rows.filter(({ removedAt }) => removedAt === null || removedAt >= purchase.grantedAt)
  const trackOf = new Map(tracks.map((track) => [track.id, track]))
  const own = sold.filter((file) => file !== archive && (file.trackId === null || trackOf.has(file.trackId)))
  const files = own.map((file) => ({
    format: formatOf(file),
    bytes: file.sizeBytes,
    track: file.trackId === null ? null : trackOf.get(file.trackId)!,
    stored: storedFrom(file),
  }))
  const withMp3 = new Set(files.map(({ track }) => track?.id))
  const isInLicense = ({ id, path }: HeldTrack) =>
    purchase.licenseType !== 'MP3' || endingOf(path) !== 'wav' || !withMp3.has(id)
  const inArchive = tracks.filter(isInLicense).map((track) => ({
    format: purchase.kind === 'kit' ? null : endingOf(track.path) === 'mp3' ? ('mp3' as const) : ('wav' as const),
    bytes: track.sizeBytes,
    track,
    stored: null,
  }))
  return {
    archive: archive ? storedFrom(archive) : null,
    tracks,
    files: [...files, ...inArchive],
    named: new Set(rows.map(({ path }) => path)),
  }
}

/** All files that an archive has ever sold, in order. An archive that was packed by hand has no id at its tracks. */
const tracksIn = (db: Db, itemId: number, archiveId: number) =>
  db
    .selectFrom('itemTrack')
    .where('itemId', '=', itemId)
    .where((or) => or.or([or('archiveId', '=', archiveId), or('archiveId', 'is', null)]))
    .select(['id', 'title', 'path', 'bpm', 'musicKey', 'durationMs', 'sizeBytes', 'removedAt'])
    .orderBy('position')
    .orderBy('id')
    .execute()

type FileRow = { role: string; mediaType: string; key: string; sizeBytes: number; crc32: number | null }

function formatOf({ role, mediaType }: FileRow): SoldFormat {
  if (role === 'stems' || role === 'project') return role
  return role === 'master' && mediaType !== 'audio/mpeg' ? 'wav' : 'mp3'
}

const storedFrom = ({ key, sizeBytes, crc32 }: FileRow): Stored => ({ key, bytes: sizeBytes, crc32 })
