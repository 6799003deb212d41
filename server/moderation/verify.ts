import { sql } from 'kysely'
import { LICENSE_NAMES } from '#contract/license-types.ts'
import type { PackFaults } from '#contract/submission.ts'
import { checkArchive, type Entry } from '#server/archives/check-archive.ts'
import type { Db } from '#server/db/connect.ts'
import { withWorkFolder } from '#server/media/work-folder.ts'
import type { App } from '#server/services.ts'
import { filesIn, findPacked, isOfVersion, SOUND, sourceOf, tracksOf, type TrackRow } from './contents.ts'
import { checkFiles, type Checked } from './check-files.ts'
import { listMatches } from './matches.ts'

type Issue = PackFaults['issues'][number]

/** One child decodes so many files: tracks are long, and samples are short. */
const BATCH = { pack: 1, kit: 50 }
const BATCHES_AT_ONCE = 4
const LONGEST_TITLE = 80
const LONGEST_SILENCE = 10 // seconds

type Packed = Awaited<ReturnType<typeof findPacked>>
type PackedKind = 'pack' | 'kit'

/** The versions of packs and kits that this process is verifying. */
const underWay = new Map<string, Promise<PackFaults>>()

/** Everything that an admin should know before a pack or kit goes on sale. Callers at the same time share one answer. */
export async function verifyPacked(app: App, kind: PackedKind, id: number): Promise<PackFaults> {
  const item = await findPacked(app, kind, id)
  const version = `${id} ${item.archiveId} ${item.updatedAt.toISOString()}`
  const verifying = underWay.get(version) ?? verify(app, kind, item).finally(() => underWay.delete(version))
  underWay.set(version, verifying)
  return verifying
}

async function verify(app: App, kind: PackedKind, item: Packed): Promise<PackFaults> {
  const { id, ownerId } = item
  const [tracks, { entries, fault }] = await Promise.all([
    tracksOf(app).where(isOfVersion(item)).execute(),
    filesIn(app, item, checkArchive),
  ])
  const checked = await withWorkFolder(app, (folder) =>
    inBatches(tracks, BATCH[kind], (batch) => {
      const files = batch.map((track) => {
        const source = sourceOf(app, track, item.storageKey, entries.get(track.path))
        const size = entries.get(track.path)?.bytes ?? track.masterBytes
        return source && size !== null ? { ...source, size, isSound: kind === 'pack' || SOUND.test(track.path) } : null
      })
      return checkFiles(files, { folder, account: ownerId })
    }),
  )
  const issues: Issue[] = [
    ...(fault ? [about(null, fault)] : []),
    ...(await archiveIssues(app, item)),
    ...(tracks.length === 0 ? [about(null, `It has no ${kind === 'pack' ? 'tracks' : 'files'}.`)] : []),
    ...tracks.flatMap((track, index) => soundIssues(track, checked[index]!)),
    ...(kind === 'pack' ? nameIssues(tracks) : []), // in a kit each folder has its own Kick 1
    ...(await tierIssues(app, id, tracks)),
    ...(await copyIssues(app, ownerId, tracks, checked)),
    ...(await matchIssues(app, id)),
    ...strangerIssues(kind, tracks, entries),
  ]
  return { ok: issues.length === 0, issues }
}

const about = (track: TrackRow | null, message: string): Issue => ({ file: track?.id ?? null, message })

/** Some batches at a time: their files are copied to the disk while they are checked. */
async function inBatches(tracks: readonly TrackRow[], size: number, check: (batch: TrackRow[]) => Promise<Checked[]>) {
  const batches = Array.from({ length: Math.ceil(tracks.length / size) }, (_, nth) =>
    tracks.slice(nth * size, (nth + 1) * size),
  )
  const results: Checked[][] = []
  for (let at = 0; at < batches.length; at += BATCHES_AT_ONCE)
    results.push(...(await Promise.all(batches.slice(at, at + BATCHES_AT_ONCE).map(check))))
  return results.flat()
}

/** The stored archive must be as long as it was when it was uploaded. */
async function archiveIssues({ storage }: App, { storageKey, sizeBytes }: Packed) {
  if (storageKey === null) return []
  const stored = await storage.stat(storageKey)
  return stored && stored.size !== sizeBytes
    ? [about(null, 'The ZIP file has another size than it had when it came.')]
    : []
}

function soundIssues(track: TrackRow, checked: Checked) {
  if ('fault' in checked) return [about(track, checked.fault)]
  const { isSilent, silentEnd } = checked
  if (isSilent) return [about(track, 'It is silent.')]
  return silentEnd >= LONGEST_SILENCE ? [about(track, `${Math.round(silentEnd)} s of silence at its end.`)] : []
}

function nameIssues(tracks: readonly TrackRow[]) {
  const seen = new Set<string>()
  return tracks.flatMap((track) => {
    const name = track.title.trim().toLowerCase()
    const isRepeated = seen.has(name)
    seen.add(name)
    if (!name) return [about(track, 'It has no name.')]
    if (track.title.length > LONGEST_TITLE)
      return [about(track, `Its name is longer than ${LONGEST_TITLE} characters.`)]
    return isRepeated ? [about(track, 'Another track has the same name.')] : []
  })
}

/** A tier promises files: of every track, as WAV from the WAV Lease on. */
async function tierIssues({ db }: App, itemId: number, tracks: readonly TrackRow[]) {
  const licenses = await db
    .selectFrom('license')
    .leftJoin('licenseOnOffer as offer', 'offer.id', 'license.id')
    .where('license.itemId', '=', itemId)
    .where('license.enabled', '=', true)
    .select(['license.type', 'offer.id as offered'])
    .orderBy('license.type')
    .execute()
  const isWav = tracks.every(({ path }) => /\.wav$/i.test(path))
  return licenses.flatMap(({ type, offered }) => {
    if (offered !== null) return []
    const why = type === 'WAV' && !isWav ? 'not every track is a WAV' : 'files for it are missing'
    return [about(null, `${LICENSE_NAMES[type]} is enabled, but ${why}.`)]
  })
}

/** Copies within the pack or kit, and of files that other sellers sell. */
async function copyIssues({ db }: App, ownerId: number, tracks: readonly TrackRow[], checked: readonly Checked[]) {
  const hashes = checked.map((one) => ('sha256' in one ? one.sha256 : null))
  const others = await soldByOthers(
    db,
    ownerId,
    hashes.filter((hash) => hash !== null),
  )
  return tracks.flatMap((track, index) => {
    const hash = hashes[index]
    if (!hash) return []
    const first = hashes.findIndex((other) => other?.equals(hash))
    const theirs = others.find(({ sha256 }) => sha256.equals(hash))
    return [
      ...(first < index ? [about(track, `The same file as “${tracks[first]!.title}”.`)] : []),
      ...(theirs ? [about(track, `The same file as “${theirs.title}” by ${theirs.handle}.`)] : []),
    ]
  })
}

/** Items of other sellers that hold files with these hashes, alone or as tracks and samples. */
async function soldByOthers(db: Db, ownerId: number, hashes: Buffer[]) {
  const { rows } = await sql<{ sha256: Buffer; title: string; handle: string }>`
    select held.sha256, item.title, account.handle
    from (select item_id, sha256 from item_file where sha256 = any(${hashes}::bytea[])
      union select item_id, sha256 from item_track where sha256 = any(${hashes}::bytea[])) as held
    join item on item.id = held.item_id
    join account on account.id = item.owner_id
    where item.owner_id <> ${ownerId} and item.deleted_at is null
    order by item.id`.execute(db)
  return rows
}

/** Tracks that sound like something of another seller. */
const matchIssues = async ({ db }: App, id: number) =>
  (await listMatches(db, id)).map(({ own, message }): Issue => ({ file: own.trackId, message: `${message}.` }))

/** Files of the ZIP that are not listed. Buyers would get them. */
function strangerIssues(kind: PackedKind, tracks: readonly TrackRow[], entries: ReadonlyMap<string, Entry>) {
  const word = { pack: 'no track', kit: 'no file of the kit' }[kind]
  const known = new Set(tracks.map(({ path }) => path))
  return [...entries.keys()]
    .filter((name) => !known.has(name))
    .map((name) =>
      about(
        null,
        kind === 'kit' || SOUND.test(name) ? `“${name}” is in the ZIP, but ${word}.` : `“${name}” is not audio.`,
      ),
    )
}
