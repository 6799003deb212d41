import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { Line } from '#contract/item.ts'
import { drawCover } from '#server/art/cover.ts'
import { notFound } from '#server/errors.ts'
import { coverFiles } from '#server/items/index.ts'
import { COVER_SIZES, type Cover } from '#server/media/picture-types.ts'
import { runPicture } from '#server/media/run-media.ts'
import type { App } from '#server/services.ts'
import { forgetFiles, nameFiles } from '#server/storage/unnamed-files.ts'
import { saveFacts, type DoStep, type ItemInHand } from './item-in-hand.ts'
import { store } from './made-files.ts'
import type { Source } from './media-jobs.ts'

const COVER_SVG_SIDE = 1_280

export const cover: DoStep = async (app, item, job) => {
  const { coverKey } = job.source as Source
  const made = await runPicture('cover', { image: await imageOf(app, item, coverKey) }, item.ownerId)
  const key = `covers/${randomUUID()}`
  const files = coverFiles(key)
  await store(app, files, (index) => coverFile(made, index), 'image/webp')
  return async (tx) => {
    await nameFiles(tx, files)
    await saveFacts(app, tx, item, { coverKey: key })
    if (coverKey) await forgetFiles(tx, [coverKey], app.clock.now())
  }
}

const coverFile = (made: Cover, index: number) => Buffer.from(made[COVER_SIZES[index]!])

/** The picture that was sent, or a drawing that the sound itself makes. */
async function imageOf(app: App, item: ItemInHand, coverKey: string | undefined): Promise<Uint8Array> {
  if (coverKey) {
    const file = await app.storage.open(coverKey)
    if (!file) throw notFound('Cover')
    return buffer(file.stream)
  }
  const { kind, slug, title } = item
  const svg = drawCover({ kind, slug, title, line: lineOf(item), peaks: await peaksOf(app, item) })
  const [image] = await runPicture('draw', { drawings: [{ svg, width: COVER_SVG_SIDE, format: 'png' }] })
  return image!
}

const lineOf = ({ line }: ItemInHand) => Line.safeParse(line).data ?? 'uk'

/** A step before has saved the waveform. A kit without sounds has none. */
async function peaksOf({ db }: App, { id }: ItemInHand) {
  const wave = await db
    .selectFrom('itemWave')
    .where('itemId', '=', id)
    .select(['fullBand', 'lowBand'])
    .executeTakeFirst()
  return { full: Uint8Array.from(wave?.fullBand ?? []), low: Uint8Array.from(wave?.lowBand ?? []) }
}
