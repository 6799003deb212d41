import { join } from 'node:path'
import { saveCheckedTracks, type CheckedTrack } from '#server/items/index.ts'
import { MediaError } from '#server/media/audio.ts'
import { spread } from '#server/media/spread.ts'
import { runSound } from '#server/media/run-media.ts'
import type { Sample, SampleFile } from '#server/media/sound-tasks.ts'
import { withWorkFolder } from '#server/media/work-folder.ts'
import type { App } from '#server/services.ts'
import { nameFiles } from '#server/storage/unnamed-files.ts'
import { archiveOf, naming, partsIn, unpack, type Archive, type PartRow } from './archive-parts.ts'
import { isTrack } from './archive-rules.ts'
import { wrongName } from './expect-content.ts'
import { expectFirstBytes } from './first-bytes.ts'
import type { DoStep, ItemInHand } from './item-in-hand.ts'
import { KNOWN_AUDIO, ofOthers } from './known-audio.ts'
import { storePreview } from './made-files.ts'
import { goOn, type JobRow } from './media-jobs.ts'
import { medley } from './medley-step.ts'
import { folderOf } from './file-names.ts'
import { tagIn } from './voice-tag.ts'

const MOST_PREVIEWS = 60
const EXCERPTS = 20
const EXCERPT = { from: 0, seconds: 1.5, fade: 0.005, least: 0.45 }
/** One child decodes a batch: starting a child for each sample would take longer than decoding. */
const BATCH_FILES = 50
const BATCH_BYTES = 128 * 1024 * 1024

/** Takes the files by batches. A batch that was saved is not read again after a crash. */
export const check: DoStep = async (app, item, job) => {
  const files = await partsIn(app.db, item)
  const archive = await archiveOf(app, item, files)
  const heard = new Set(heardOf(files).map(({ id }) => id))
  for (const batch of batchesOf(files.filter(({ checkedAt }) => !checkedAt)))
    await checkBatch(app, { item, job, archive, heard }, batch)
  return async () => {}
}

/** The sounds that get previews: spread over the folders, and over the sounds of each. */
export function heardOf<File extends { path: string }>(files: File[]): File[] {
  const byFolder = [
    ...Map.groupBy(
      files.filter(({ path }) => isTrack(path)),
      ({ path }) => folderOf(path),
    ).values(),
  ]
  const shares = byFolder.map(() => 0)
  for (let left = MOST_PREVIEWS; left > 0;) {
    const open = byFolder.flatMap((folder, index) => (shares[index]! < folder.length ? [index] : []))
    if (open.length === 0) break
    for (const index of open.slice(0, left)) shares[index]!++
    left -= open.length
  }
  return byFolder.flatMap((folder, index) => spread(folder, shares[index]!))
}

function batchesOf(files: PartRow[]) {
  const batches: PartRow[][] = []
  let bytes = Infinity
  for (const file of files) {
    const batch = batches.at(-1)
    bytes += file.sizeBytes ?? 0
    if (batch && batch.length < BATCH_FILES && bytes <= BATCH_BYTES) batch.push(file)
    else {
      batches.push([file])
      bytes = file.sizeBytes ?? 0
    }
  }
  return batches
}

type InHand = { item: ItemInHand; job: JobRow; archive: Archive; heard: Set<number> }
type Tagging = { hasTag: boolean; tag?: string }
type Unpacked = { file: PartRow; sha256: Buffer; sound: SampleFile | null }

const checkBatch = (app: App, { item, job, archive, heard }: InHand, batch: PartRow[]) =>
  withWorkFolder(app, async (folder) => {
    const unpacked: Unpacked[] = []
    for (const file of batch)
      unpacked.push(await unpackFile(app, archive, file, { folder, isHeard: heard.has(file.id) }))
    await refuseKnown(app, item, unpacked)
    const tag = { hasTag: item.hasTag, ...(await tagIn(app, item, folder)) }
    const durations = await decodeAll(item.ownerId, unpacked, tag)
    const checked: CheckedTrack[] = []
    for (const { file, sha256, sound } of unpacked) {
      const previewKey = sound?.target === undefined ? null : await storePreview(app, sound.target)
      checked.push({ id: file.id, sha256, durationMs: durations.get(file.id) ?? null, previewKey })
    }
    await app.db.transaction().execute(async (tx) => {
      const now = app.clock.now()
      const keys = checked.flatMap(({ previewKey }) => previewKey ?? [])
      if (keys.length) await nameFiles(tx, keys)
      await saveCheckedTracks(tx, checked, now)
      await goOn(tx, job, now)
    })
  })

type Place = { folder: string; isHeard: boolean }

const unpackFile = (app: App, archive: Archive, file: PartRow, { folder, isHeard }: Place): Promise<Unpacked> =>
  naming(file.path, async () => {
    const source = isTrack(file.path) ? join(folder, String(file.id)) : undefined
    const { sha256, head } = await unpack(app, archive, file.path, source)
    expectFirstBytes(file.path, head)
    const fault = source && wrongName(file.path, head)
    if (fault) throw new MediaError(fault)
    const sound = source === undefined ? null : { source, ...(isHeard && { target: `${source}.mp3` }) }
    return { file, sha256, sound }
  })

async function refuseKnown(app: App, { ownerId }: ItemInHand, unpacked: Unpacked[]) {
  const known = await ofOthers(
    app.db,
    ownerId,
    unpacked.map(({ sha256 }) => sha256),
  )
  const first = unpacked.find(({ sha256 }) => known.some((one) => one.equals(sha256)))
  if (first) await naming(first.file.path, () => Promise.reject(new MediaError(KNOWN_AUDIO)))
}

/** The lengths of the sounds in milliseconds. The first sound with a fault ends the kit. */
async function decodeAll(ownerId: number, unpacked: Unpacked[], tag: Tagging) {
  const sounds = unpacked.flatMap(({ file, sound }) => (sound ? [{ file, sound }] : []))
  const durations = new Map<number, number>()
  if (sounds.length === 0) return durations
  const found = await samplesOf(
    sounds.map(({ sound }) => sound),
    ownerId,
    tag,
  )
  for (const [index, { file }] of sounds.entries()) {
    const sample = found[index]!
    await naming(file.path, async () => {
      if ('fault' in sample) throw new MediaError(sample.fault)
      durations.set(file.id, sample.durationMs)
    })
  }
  return durations
}

/** A child that broke a limit names no file: then each sound gets its own. */
async function samplesOf(sounds: SampleFile[], ownerId: number, tag: Tagging) {
  const decodeSome = (some: SampleFile[]) => runSound('samples', { sounds: some, ...tag }, ownerId)
  try {
    return await decodeSome(sounds)
  } catch (error) {
    if (sounds.length === 1) return faultOf(error)
    if (!(error instanceof MediaError)) throw error
    const each: Sample[] = []
    for (const sound of sounds) each.push(...(await decodeSome([sound]).catch(faultOf)))
    return each
  }
}

function faultOf(error: unknown): Sample[] {
  if (!(error instanceof MediaError)) throw error
  return [{ fault: error.message }]
}

/** Short parts of sounds from all folders. A kit without WAV and MP3 files has no preview. */
export const preview: DoStep = async (app, item) => {
  const sounds = spread(heardOf(await partsIn(app.db, item)), EXCERPTS)
  return sounds.length === 0 ? async () => {} : medley(app, item, sounds, EXCERPT)
}
