import { buffer } from 'node:stream/consumers'
import { Line } from '#contract/item.ts'
import { drawCover } from '#server/art/cover.ts'
import { notFound } from '#server/errors.ts'
import { coverFiles, coverKeysAs, newCoverKey } from '#server/media/cover-keys.ts'
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
  const hasAvif = coverKey !== undefined // a drawing is as small as a WebP
  const made = await runPicture('cover', { image: await imageOf(app, item, coverKey), hasAvif }, item.ownerId)
  const key = newCoverKey(hasAvif)
  for (const [format, squares] of Object.entries(made) as ['webp' | 'avif', Cover][])
    await store(app, coverKeysAs(key, format), (index) => Buffer.from(squares[COVER_SIZES[index]!]), `image/${format}`)
  return async (tx) => {
    await nameFiles(tx, coverFiles(key))
    await saveFacts(app, tx, item, { coverKey: key })
    if (coverKey) await forgetFiles(tx, [coverKey], app.clock.now())
  }
}

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
