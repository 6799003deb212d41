import { sql } from 'kysely'
import { LICENSES } from '#contract/license-terms.ts'
import type { PackFaults } from '#contract/moderation.ts'
import { checkArchive, type Entry } from '#server/archives/check-archive.ts'
import type { Db } from '#server/db/connect.ts'
import { withWorkFolder } from '#server/media/work-folder.ts'
import type { App } from '#server/services.ts'
import { filesIn, findPacked, SOUND, sourceOf, tracksOf, type TrackRow } from './contents.ts'
import { checkFile, type Checked } from './check-file.ts'
import { listMatches } from './matches.ts'

type Issue = PackFaults['issues'][number]

const AT_ONCE = 4
const LONGEST_TITLE = 80
const LONGEST_SILENCE = 10 // seconds

type Pack = Awaited<ReturnType<typeof findPacked>>

/** The versions of packs that this process is verifying. */
const underWay = new Map<string, Promise<PackFaults>>()

/** Everything that an admin should know before a pack goes on sale. Callers at the same time share one answer. */
export async function verifyPack(app: App, id: number): Promise<PackFaults> {
  const pack = await findPacked(app, 'pack', id)
  const version = `${id} ${pack.updatedAt.toISOString()}`
  const verifying = underWay.get(version) ?? verify(app, pack).finally(() => underWay.delete(version))
  underWay.set(version, verifying)
  return verifying
}

async function verify(app: App, pack: Pack): Promise<PackFaults> {
  const { id } = pack
  const [tracks, { entries, fault }] = await Promise.all([
    tracksOf(app).where('itemTrack.itemId', '=', id).execute(),
    filesIn(app, pack, checkArchive),
  ])
  const checked = await withWorkFolder(app, (folder) =>
    inTurns(tracks, async (track): Promise<Checked> => {
      const source = sourceOf(app, track, pack.storageKey, entries.get(track.path))
      const size = entries.get(track.path)?.bytes ?? track.masterBytes
      if (!source || size === null) return { fault: 'Its file is missing.' }
      return checkFile({ ...source, size }, { folder, account: pack.ownerId })
    }),
  )
  const issues: Issue[] = [
    ...(fault ? [about(null, fault)] : []),
    ...(await archiveIssues(app, pack)),
    ...(tracks.length === 0 ? [about(null, 'It has no tracks.')] : []),
    ...tracks.flatMap((track, index) => soundIssues(track, checked[index]!)),
    ...nameIssues(tracks),
    ...(await tierIssues(app, id, tracks)),
    ...(await copyIssues(app, pack.ownerId, tracks, checked)),
    ...(await matchIssues(app, id)),
    ...strangerIssues(tracks, entries),
  ]
  return { ok: issues.length === 0, issues }
}

const about = (track: TrackRow | null, message: string): Issue => ({ file: track?.id ?? null, message })

/** Some tracks at a time: each is copied to the disk while it is checked. */
async function inTurns<Row, Result>(rows: readonly Row[], act: (row: Row) => Promise<Result>) {
  const results: Result[] = []
  for (let at = 0; at < rows.length; at += AT_ONCE)
    results.push(...(await Promise.all(rows.slice(at, at + AT_ONCE).map(act))))
  return results
}

/** The stored archive must be as long as it was when it was uploaded. */
async function archiveIssues({ storage }: App, { storageKey, sizeBytes }: Pack) {
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
    return [about(null, `${LICENSES[type].name} is enabled, but ${why}.`)]
  })
}

/** Copies within the pack, and of files that other sellers sell. */
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

/** Files of the ZIP that are no track. Buyers would get them. */
function strangerIssues(tracks: readonly TrackRow[], entries: ReadonlyMap<string, Entry>) {
  const known = new Set(tracks.map(({ path }) => path))
  return [...entries.keys()]
    .filter((name) => !known.has(name))
    .map((name) => about(null, SOUND.test(name) ? `“${name}” is in the ZIP, but no track.` : `“${name}” is not audio.`))
}
