import type { KitMeta, PackMeta } from '#contract/studio-upload.ts'
import type { UploadPurpose } from '#contract/upload-purposes.ts'
import { becomeProducer } from '#server/accounts/index.ts'
import type { Entry } from '#server/archives/check-archive.ts'
import { KIT, PACK, type Limits } from '#server/archives/limits.ts'
import type { Tx } from '#server/db/connect.ts'
import { invalid } from '#server/errors.ts'
import {
  addFiles,
  changeItem,
  createItem,
  replaceTracks,
  setState,
  type NewItem,
  type NewPart,
} from '#server/items/index.ts'
import { cents } from '#server/money.ts'
import type { App } from '#server/services.ts'
import type { UploadRow } from '#server/uploads/rows.ts'
import { partsOfKit, partsOfPack } from './archive-rules.ts'
import { styleNamed } from './change.ts'
import { expectArchive } from './expect-content.ts'
import { planSteps, type Step } from './media-jobs.ts'
import { askFor } from './pipeline.ts'
import { takeRoom } from './room.ts'
import { fileOf, lockDraft, sentPart, takePart } from './sent-parts.ts'

export type ArchiveParts = Partial<Record<'zip' | 'cover', UploadRow>>
type Meta = { draftId?: number | undefined; zipUploadId?: string | undefined; coverUploadId?: string | undefined }

/** Packs and kits differ in this. */
type Manner = {
  kind: 'pack' | 'kit'
  purposes: { zip: UploadPurpose; cover: UploadPurpose }
  limits: Limits
  partsOf: (entries: Entry[]) => NewPart[]
  noZip: string
}
const PACKS: Manner = {
  kind: 'pack',
  purposes: { zip: 'packZip', cover: 'cover' },
  limits: PACK,
  partsOf: partsOfPack,
  noZip: 'Please attach a .zip file for the pack.',
}
const KITS: Manner = {
  kind: 'kit',
  purposes: { zip: 'kitZip', cover: 'kitCover' },
  limits: KIT,
  partsOf: partsOfKit,
  noZip: 'Please attach a .zip file.',
}

/** The cover comes last: without a picture the sound of the preview draws it. */
const STEPS: Step[] = ['check', 'preview', 'cover']

export const submitPack = (app: App, accountId: number, meta: PackMeta, parts: ArchiveParts) =>
  submit(app, accountId, { manner: PACKS, meta, parts, beatIds: meta.beatIds, wordsOf: (tx) => packWords(tx, meta) })

export const submitKit = (app: App, accountId: number, meta: KitMeta, parts: ArchiveParts) =>
  submit(app, accountId, { manner: KITS, meta, parts, beatIds: [], wordsOf: async () => kitWords(meta) })

type Words = Pick<NewItem, 'title' | 'description' | 'genre' | 'styleId' | 'priceCents' | 'tags' | 'hasTag'> &
  Pick<NewItem, 'licenses' | 'kitType' | 'bpmMin' | 'bpmMax' | 'musicKey'>
type Sent = {
  manner: Manner
  meta: Meta
  parts: ArchiveParts
  beatIds: number[]
  wordsOf: (tx: Tx) => Promise<Words>
}

/** Takes the files, checks the archive, makes the item and sends it into the pipeline; all of it or nothing. */
async function submit(app: App, accountId: number, { manner, meta, parts, beatIds, wordsOf }: Sent) {
  const { kind, purposes, limits, partsOf, noZip } = manner
  const part = { row: parts.zip, id: meta.zipUploadId, purpose: purposes.zip }
  const sent = await sentPart(app.db, accountId, part)
  if (!sent) throw invalid({ zip: noZip })
  const tracks = await expectArchive(app, 'zip', sent, limits, partsOf)
  return app.db.transaction().execute(async (tx) => {
    const now = app.clock.now()
    const zip = await takePart(tx, accountId, part)
    if (!zip) throw invalid({ zip: noZip })
    const cover = await takePart(tx, accountId, { row: parts.cover, id: meta.coverUploadId, purpose: purposes.cover })
    await refuseForeignBeats(tx, accountId, beatIds)

    const itemId = await writeItem(app, tx, {
      kind,
      ownerId: accountId,
      draftId: meta.draftId,
      words: await wordsOf(tx),
    })
    const [archive] = await addFiles(tx, itemId, [fileOf('archive', zip)], now)
    await replaceTracks(tx, itemId, archive!.id, tracks, now)
    await setState(tx, itemId, 'processing', { now })
    await planSteps(tx, app.clock, itemId, STEPS, { check: { beatIds }, cover: { coverKey: cover?.storageKey } })
    await becomeProducer(tx, accountId)
    await askFor(app, tx, itemId)
    return itemId
  })
}

type Written = { kind: 'pack' | 'kit'; ownerId: number; draftId: number | undefined; words: Words }

async function writeItem(app: App, tx: Tx, { kind, ownerId, draftId, words }: Written) {
  const now = app.clock.now()
  if (draftId === undefined) {
    await takeRoom(tx, ownerId, kind)
    return createItem(tx, { kind, ownerId, ...words }, now)
  }
  await lockDraft(tx, ownerId, kind, draftId)
  await changeItem(tx, draftId, words, now)
  return draftId
}

async function refuseForeignBeats(tx: Tx, ownerId: number, beatIds: number[]) {
  if (beatIds.length === 0) return
  const own = await tx
    .selectFrom('item')
    .where('id', 'in', beatIds)
    .where('ownerId', '=', ownerId)
    .where('kind', '=', 'beat')
    .where('deletedAt', 'is', null)
    .select('id')
    .execute()
  if (own.length !== new Set(beatIds).size) throw invalid({ beatIds: 'Choose beats of your own.' })
}

const packWords = async (tx: Tx, meta: PackMeta): Promise<Words> => ({
  title: meta.name,
  description: meta.description,
  genre: meta.genre,
  styleId: await styleNamed(tx, meta.genre),
  priceCents: cents(meta.price),
  tags: meta.tags,
  hasTag: meta.hasTag,
  licenses: meta.licenses.map(({ type, enabled, price }) => ({ type, enabled, priceCents: cents(price) })),
})

const kitWords = (meta: KitMeta): Words => ({
  title: meta.name,
  kitType: meta.type,
  description: meta.description,
  priceCents: cents(meta.price),
  tags: meta.tags,
  hasTag: meta.hasTag,
  bpmMin: meta.bpmMin ?? null,
  bpmMax: meta.bpmMax ?? null,
  musicKey: meta.key ?? null,
})
