import type { BeatMeta } from '#contract/studio-upload.ts'
import type { UploadPurpose } from '#contract/upload-purposes.ts'
import { becomeProducer } from '#server/accounts/index.ts'
import type { Tx } from '#server/db/connect.ts'
import { conflict, invalid } from '#server/errors.ts'
import { addFiles, changeItem, createItem, lockSlugs, type NewFile, setState } from '#server/items/index.ts'
import { cents } from '#server/money.ts'
import type { App } from '#server/services.ts'
import type { UploadRow } from '#server/uploads/rows.ts'
import { takeUpload } from '#server/uploads/take.ts'
import { lockOwn, styleNamed } from './change.ts'
import { expectContent } from './expect-content.ts'
import { planSteps, type Step } from './media-jobs.ts'
import { askFor } from './pipeline.ts'
import { takeRoom } from './room.ts'

export type BeatParts = Partial<Record<'audio' | 'cover' | 'stems' | 'project', UploadRow>>

const STEPS: Step[] = ['check', 'cover', 'preview', 'mp3']
const MEDIA_TYPES: Record<string, string> = { wav: 'audio/wav', mp3: 'audio/mpeg', zip: 'application/zip' }

/** Takes the files, makes the beat and sends it into the pipeline; all of it or nothing. Gives its id. */
export const submitBeat = (app: App, accountId: number, meta: BeatMeta, parts: BeatParts) =>
  app.db.transaction().execute(async (tx) => {
    const now = app.clock.now()
    const take = async (name: keyof BeatParts, id: string | undefined, purpose: UploadPurpose) => {
      const uploadId = parts[name]?.id ?? id
      if (uploadId === undefined) return undefined
      const taken = await takeUpload(tx, uploadId, accountId, purpose)
      await expectContent(app, name, taken)
      return taken
    }
    const audio = await take('audio', meta.audioUploadId, 'audio')
    if (!audio) throw invalid({ audio: 'Choose an audio file.' })
    const cover = await take('cover', meta.coverUploadId, 'cover')
    const stems = await take('stems', meta.stemsUploadId, 'stems')
    const project = await take('project', meta.projectUploadId, 'project')
    await refuseTaken(tx, accountId, audio.sha256)

    const files = [
      fileOf('master', audio),
      ...(stems ? [fileOf('stems', stems)] : []),
      ...(project ? [fileOf('project', project)] : []),
    ]
    const itemId =
      meta.draftId === undefined
        ? await newBeat(app, tx, accountId, meta)
        : await draftOf(tx, accountId, meta.draftId, meta, now)
    await addFiles(tx, itemId, files, now)
    await setState(tx, itemId, 'processing', { now })
    await planSteps(
      tx,
      app.clock,
      itemId,
      STEPS.map((step) => (step === 'cover' && cover ? { step, source: { coverKey: cover.storageKey } } : { step })),
    )
    await becomeProducer(tx, accountId)
    await askFor(app, tx, itemId)
    return itemId
  })

type Taken = Awaited<ReturnType<typeof takeUpload>>

const fileOf = (role: NewFile['role'], { name, size, storageKey, sha256, crc32 }: Taken): NewFile => ({
  role,
  name,
  storageKey,
  sha256,
  crc32,
  sizeBytes: size,
  mediaType: MEDIA_TYPES[name.split('.').at(-1)!.toLowerCase()] ?? 'application/octet-stream',
})

/** The same bytes of another seller are never theirs to sell. */
async function refuseTaken(tx: Tx, accountId: number, sha256: Buffer) {
  const other = await tx
    .selectFrom('itemFile')
    .innerJoin('item', 'item.id', 'itemFile.itemId')
    .where('itemFile.sha256', '=', sha256)
    .where('itemFile.role', 'in', ['master', 'mp3'])
    .where('item.ownerId', '<>', accountId)
    .select('item.id')
    .limit(1)
    .executeTakeFirst()
  if (other) throw conflict('known_audio', 'Another seller has uploaded exactly this file.')
}

async function wordsOf(tx: Tx, meta: BeatMeta) {
  const { title, genre, bpm, key, tags, description, fansOf, hasTag, licenses } = meta
  return {
    title,
    genre,
    styleId: await styleNamed(tx, genre),
    bpm,
    musicKey: key ?? null,
    tags,
    description,
    fansOf,
    hasTag,
    licenses: licenses.map(({ type, enabled, price }) => ({ type, enabled, priceCents: cents(price) })),
  }
}

async function newBeat(app: App, tx: Tx, ownerId: number, meta: BeatMeta) {
  await takeRoom(tx, ownerId, 'beat')
  return createItem(tx, { kind: 'beat', ownerId, ...(await wordsOf(tx, meta)) }, app.clock.now())
}

/** A draft has its room already. */
async function draftOf(tx: Tx, ownerId: number, id: number, meta: BeatMeta, now: Date) {
  await lockSlugs(tx) // before the item
  const [draft] = await lockOwn(tx, ownerId, [id])
  if (draft?.kind !== 'beat' || !['draft', 'failed', 'rejected'].includes(draft.status))
    throw invalid({ draftId: 'There is no such draft.' })
  await changeItem(tx, id, await wordsOf(tx, meta), now)
  return id
}
