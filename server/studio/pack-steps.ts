import { join } from 'node:path'
import type { Db, Tx } from '#server/db/connect.ts'
import { addTrackFile, isInUse, saveCheckedTracks } from '#server/items/index.ts'
import { MediaError } from '#server/media/audio.ts'
import { spread } from '#server/media/spread.ts'
import { withWorkFolder } from '#server/media/work-folder.ts'
import type { App } from '#server/services.ts'
import { nameFiles } from '#server/storage/unnamed-files.ts'
import { archiveOf, naming, partsIn, unpack, type Archive, type PartRow } from './archive-parts.ts'
import { isTrack } from './archive-rules.ts'
import { wrongName } from './expect-content.ts'
import { madeFingerprints, makeFingerprint, matchAll } from './fingerprints.ts'
import { inspect } from './heard.ts'
import { saveFacts, type DoStep, type ItemInHand } from './item-in-hand.ts'
import { expectFirstBytes } from './first-bytes.ts'
import { claimAudio, KNOWN_AUDIO, ofOthers } from './known-audio.ts'
import { coverIn, makeMp3, makePreview } from './made-files.ts'
import { goOn, type JobRow, type Source } from './media-jobs.ts'
import { medley } from './medley-step.ts'
import { endingOf } from './file-names.ts'
import { beatOfBytes, ownBeats, type OwnBeat } from './own-beats.ts'

const EXCERPTS = 6
const EXCERPT = { from: 10, seconds: 14, fade: 0.4 }

/** Takes the tracks one by one. A track that was saved is not read again after a crash. */
export const check: DoStep = async (app, item, job) => {
  const tracks = await partsIn(app.db, item)
  const archive = await archiveOf(app, item, tracks)
  await checkNotes(app, archive)
  const beats = await ownBeats(app.db, item.ownerId, (job.source as Source).beatIds ?? [])
  for (const track of tracks)
    if (!track.checkedAt) await naming(track.path, () => checkTrack(app, { item, job, archive, beats }, track))
  const durationMs = (await partsIn(app.db, item)).reduce((sum, track) => sum + (track.durationMs ?? 0), 0)
  return (tx) => saveFacts(app, tx, item, { durationMs })
}

/** Buyers get the notes of a pack with its tracks. */
async function checkNotes(app: App, archive: Archive) {
  for (const path of archive.entries.keys())
    if (!isTrack(path)) await naming(path, async () => expectFirstBytes(path, (await unpack(app, archive, path)).head))
}

type InHand = { item: ItemInHand; job: JobRow; archive: Archive; beats: OwnBeat[] }

const checkTrack = (app: App, { item, job, archive, beats }: InHand, { id, path, title }: PartRow) =>
  withWorkFolder(app, async (folder) => {
    const source = join(folder, 'track')
    const { sha256, head } = await unpack(app, archive, path, source)
    const fault = wrongName(path, head)
    if (fault) throw new MediaError(fault)
    // decided again when it is saved; a copy is not worth the work until then
    if ((await ofOthers(app.db, item.ownerId, [sha256])).length) throw new MediaError(KNOWN_AUDIO)
    const { durationInSeconds } = await inspect(source, item.ownerId)
    const previewKey = await makePreview(app, item, { folder, source }, title)
    await app.db.transaction().execute(async (tx) => {
      const now = app.clock.now()
      const durationMs = Math.round(durationInSeconds * 1000)
      if (!(await claimAudio(tx, item.ownerId, sha256))) throw new MediaError(KNOWN_AUDIO)
      const chosen = beats.find((beat) => beat.sha256.equals(sha256) || beat.title === title.toLowerCase())
      const beatId = chosen?.id ?? (await beatOfBytes(tx, item.ownerId, sha256))
      await nameFiles(tx, [previewKey])
      await saveCheckedTracks(tx, [{ id, sha256, durationMs, previewKey, beatId }], now)
      await goOn(tx, job, now)
    })
  })

/** Makes the MP3s of the WAV tracks one by one. An MP3 that was saved is not made again after a crash. */
export const mp3: DoStep = async (app, item, job) => {
  const tracks = await partsIn(app.db, item)
  const archive = await archiveOf(app, item, tracks)
  const picture = await coverIn(app, item)
  const made = await tracksWithMp3(app.db, item.id)
  for (const track of tracks)
    if (endingOf(track.path) === 'wav' && !made.has(track.id))
      await naming(track.path, () => encodeTrack(app, { item, job, archive, picture }, track))
  return async () => {}
}

type AtEnd = { item: ItemInHand; job: JobRow; archive: Archive; picture: Uint8Array | null }

const encodeTrack = (app: App, { item, job, archive, picture }: AtEnd, { id, path, title, bpm, musicKey }: PartRow) =>
  withWorkFolder(app, async (folder) => {
    const source = join(folder, 'track')
    await unpack(app, archive, path, source)
    const names = { title, artist: item.artist, bpm, key: musicKey, picture }
    const file = await makeMp3(app, item, { folder, source }, names)
    await app.db.transaction().execute(async (tx) => {
      const now = app.clock.now()
      await nameFiles(tx, [file.storageKey])
      await addTrackFile(tx, item.id, id, file, { isProposed: item.isProposal, now })
      await goOn(tx, job, now)
    })
  })

/** Takes the tracks one by one. A fingerprint that was saved is not made again after a crash. */
export const fingerprint: DoStep = async (app, item, job) => {
  await fingerprintTracks(app, item, (tx) => goOn(tx, job, app.clock.now()))
  return matchAll(app, item)
}

type Fingerprinted = Pick<ItemInHand, 'id' | 'kind' | 'ownerId' | 'isProposal'>

/** `goOn` runs in the transaction that saves the fingerprint of a track. */
export async function fingerprintTracks(app: App, item: Fingerprinted, goOn: (tx: Tx) => Promise<void>) {
  const tracks = await partsIn(app.db, item)
  const archive = await archiveOf(app, item, tracks)
  const made = await madeFingerprints(app.db, item.id, tracks[0]!.archiveId!)
  for (const track of tracks)
    if (!made.has(track.id)) await naming(track.path, () => fingerprintTrack(app, { item, archive, goOn }, track))
}

type Track = { item: Fingerprinted; archive: Archive; goOn: (tx: Tx) => Promise<void> }

const fingerprintTrack = (app: App, { item, archive, goOn }: Track, { id, path, archiveId }: PartRow) =>
  withWorkFolder(app, async (folder) => {
    const source = join(folder, 'track')
    await unpack(app, archive, path, source)
    const save = await makeFingerprint(item, { itemId: item.id, trackId: id, fileId: archiveId! }, source)
    await app.db.transaction().execute(async (tx) => {
      await save(tx)
      await goOn(tx)
    })
  })

async function tracksWithMp3(db: Db, itemId: number) {
  const rows = await db
    .selectFrom('itemFile')
    .where('itemId', '=', itemId)
    .where('role', '=', 'mp3')
    .where(isInUse('itemFile'))
    .select('trackId')
    .execute()
  return new Set(rows.map(({ trackId }) => trackId))
}

/** Parts of some tracks, one after the other. */
export const preview: DoStep = async (app, item) => {
  const tracks = await partsIn(app.db, item)
  return medley(app, item, spread(tracks, EXCERPTS), EXCERPT)
}
