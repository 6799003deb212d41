import type { BeatMeta } from '#contract/studio-upload.ts'
import { becomeProducer } from '#server/accounts/index.ts'
import type { Tx } from '#server/db/connect.ts'
import { invalid } from '#server/errors.ts'
import { addFiles, setState } from '#server/items/index.ts'
import type { App } from '#server/services.ts'
import type { UploadRow } from '#server/uploads/rows.ts'
import { styleNamed } from './change.ts'
import { expectContent } from './expect-content.ts'
import { claimForBeat } from './known-audio.ts'
import { planSteps } from './media-jobs.ts'
import { askFor } from './pipeline.ts'
import { fileOf, sentPart, takePart } from './sent-parts.ts'
import { expectPlace, licensesOf, writeItem, type Words } from './write-item.ts'

export type BeatParts = Partial<Record<'audio' | 'cover' | 'stems' | 'project', UploadRow>>

const PARTS = ['audio', 'cover', 'stems', 'project'] as const

/** Takes the files, makes the beat and sends it into the pipeline; all of it or nothing. Gives its id. */
export async function submitBeat(app: App, accountId: number, meta: BeatMeta, parts: BeatParts) {
  const partOf = (name: keyof BeatParts) => ({ row: parts[name], id: meta[`${name}UploadId`], purpose: name })
  const place = { kind: 'beat' as const, ownerId: accountId, draftId: meta.draftId }
  const sent = await Promise.all(
    PARTS.map(async (name) => ({ name, part: await sentPart(app.db, accountId, partOf(name)) })),
  )
  await expectPlace(app.db, place)
  for (const { name, part } of sent) if (part) await expectContent(app, name, part)
  return app.db.transaction().execute(async (tx) => {
    const now = app.clock.now()
    const take = (name: keyof BeatParts) => takePart(tx, accountId, partOf(name))
    const audio = await take('audio')
    if (!audio) throw invalid({ audio: 'Choose an audio file.' })
    const cover = await take('cover')
    const stems = await take('stems')
    const project = await take('project')
    await claimForBeat(tx, accountId, audio.sha256)

    const files = [
      fileOf('master', audio),
      ...(stems ? [fileOf('stems', stems)] : []),
      ...(project ? [fileOf('project', project)] : []),
    ]
    const words = await beatWords(tx, meta)
    const itemId = await writeItem(tx, { ...place, words }, now)
    await addFiles(tx, itemId, files, now)
    await setState(tx, itemId, 'processing', { now })
    await planSteps(tx, { id: itemId, kind: 'beat' }, { cover: { coverKey: cover?.storageKey } }, now)
    await becomeProducer(tx, accountId)
    await askFor(app, tx, itemId)
    return itemId
  })
}

const beatWords = async (tx: Tx, meta: BeatMeta): Promise<Words> => ({
  title: meta.title,
  genre: meta.genre,
  styleId: await styleNamed(tx, meta.genre),
  bpm: meta.bpm,
  musicKey: meta.key ?? null,
  tags: meta.tags,
  description: meta.description,
  fansOf: meta.fansOf,
  hasTag: meta.hasTag,
  licenses: licensesOf(meta),
})
