import type { KitMeta, PackMeta } from '#contract/studio-upload.ts'
import type { UploadPurpose } from '#contract/upload-purposes.ts'
import { becomeProducer } from '#server/accounts/index.ts'
import type { Entry } from '#server/archives/check-archive.ts'
import { KIT, PACK, type Limits } from '#server/archives/limits.ts'
import type { Tx } from '#server/db/connect.ts'
import { invalid } from '#server/errors.ts'
import { addFiles, replaceTracks, setState, type NewPart } from '#server/items/index.ts'
import { cents } from '#server/money.ts'
import type { App } from '#server/services.ts'
import type { UploadRow } from '#server/uploads/rows.ts'
import { arranged, partsOfKit, partsOfPack } from './archive-rules.ts'
import { styleNamed } from './change.ts'
import { expectArchive, expectCover } from './expect-content.ts'
import { planSteps } from './media-jobs.ts'
import { askFor } from './pipeline.ts'
import { fileOf, sentPart, takePart } from './sent-parts.ts'
import { expectPlace, licensesOf, writeItem, type Words } from './write-item.ts'

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

export const archiveManners = { pack: PACKS, kit: KITS }

export const submitPack = (app: App, accountId: number, meta: PackMeta, parts: ArchiveParts) =>
  submit(app, accountId, {
    manner: { ...PACKS, partsOf: (entries) => arranged(partsOfPack(entries), meta.tracks) },
    meta,
    parts,
    beatIds: meta.beatIds,
    wordsOf: (tx) => packWords(tx, meta),
  })

export const submitKit = (app: App, accountId: number, meta: KitMeta, parts: ArchiveParts) =>
  submit(app, accountId, { manner: KITS, meta, parts, beatIds: [], wordsOf: async () => kitWords(meta) })

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
  const place = { kind, ownerId: accountId, draftId: meta.draftId }
  const part = { row: parts.zip, id: meta.zipUploadId, purpose: purposes.zip }
  const sent = await sentPart(app.db, accountId, part)
  if (!sent) throw invalid({ zip: noZip })
  const coverPart = { row: parts.cover, id: meta.coverUploadId, purpose: purposes.cover }
  const sentCover = await sentPart(app.db, accountId, coverPart)
  await expectPlace(app.db, place)
  const tracks = await expectArchive(app, 'zip', sent, limits, partsOf)
  if (sentCover) await expectCover(app, sentCover)
  return app.db.transaction().execute(async (tx) => {
    const now = app.clock.now()
    const zip = await takePart(tx, accountId, part)
    if (!zip) throw invalid({ zip: noZip })
    const cover = await takePart(tx, accountId, coverPart)
    await refuseForeignBeats(tx, accountId, beatIds)

    const words = await wordsOf(tx)
    const itemId = await writeItem(tx, { ...place, words }, now)
    const [archive] = await addFiles(tx, itemId, [fileOf('archive', zip)], now)
    await replaceTracks(tx, itemId, archive!.id, tracks, now)
    await setState(tx, itemId, 'processing', { now })
    await planSteps(tx, { id: itemId, kind }, { check: { beatIds }, cover: { coverKey: cover?.storageKey } }, now)
    await becomeProducer(tx, accountId)
    await askFor(app, tx, itemId)
    return itemId
  })
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
  licenses: licensesOf(meta),
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
