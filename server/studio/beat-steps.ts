import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import { createHash } from 'node:crypto'
import { Line } from '#contract/item.ts'
import { drawCover } from '#server/art/cover.ts'
import type { Tx } from '#server/db/connect.ts'
import { notFound } from '#server/errors.ts'
import { addFiles, changeItem, type NewFile } from '#server/items/index.ts'
import { COVER_SIZES, type Cover } from '#server/media/picture-types.ts'
import { runPicture, runSound } from '#server/media/run-media.ts'
import type { App } from '#server/services.ts'
import { forgetFiles, nameFiles } from '#server/storage/unnamed-files.ts'
import { hear, type Facts } from './heard.ts'
import { copyTo, withFolder } from './local-file.ts'
import type { JobRow, Source, Step } from './media-jobs.ts'

export type BeatInHand = {
  id: number
  ownerId: number
  slug: string
  title: string
  hasTag: boolean
  line: string | null
}
/** Writes what a step has made, in the transaction that ends the step. */
type Save = (tx: Tx) => Promise<void>

const MP3 = 'audio/mpeg'
const COVER_SVG_SIDE = 1_280

/** Each step makes its files first and names them when it saves: after a crash it is done again and nothing is left over. */
export const steps: Record<Step, (app: App, item: BeatInHand, job: JobRow) => Promise<Save>> = {
  async check(app, item) {
    const facts = await hear(app, await masterOf(app, item))
    const bytes = (text: string) => Buffer.from(text, 'base64')
    return async (tx) => {
      const change = {
        durationMs: Math.round(facts.durationInSeconds * 1000),
        miniWave: bytes(facts.mini),
        wave: { fullBand: bytes(facts.wave.full), lowBand: bytes(facts.wave.low) },
      }
      await changeItem(tx, item.id, change, app.clock.now())
    }
  },

  async cover(app, item, job) {
    const { coverKey } = job.source as Source
    const cover = await runPicture('cover', { image: await imageOf(app, item, coverKey) })
    const key = `covers/${randomUUID()}`
    const files = COVER_SIZES.map((size) => `${key}/${size}.webp`)
    await store(app, files, (index) => coverFile(cover, index), 'image/webp')
    return async (tx) => {
      await nameFiles(tx, files)
      await changeItem(tx, item.id, { coverKey: key }, app.clock.now())
      if (coverKey) await forgetFiles(tx, app.clock, [coverKey])
    }
  },

  async preview(app, item) {
    const key = `previews/${randomUUID()}.mp3`
    const { storageKey } = await masterOf(app, item)
    await withFolder(app, async (folder) => {
      const [source, target] = [join(folder, 'master'), join(folder, 'preview.mp3')]
      await copyTo(app, storageKey, source)
      await runSound('preview', { source, target, hasTag: item.hasTag }, item.ownerId)
      const bytes = await readFile(target)
      await store(app, [key], () => bytes, MP3)
    })
    return async (tx) => {
      await nameFiles(tx, [key])
      await changeItem(tx, item.id, { previewKey: key }, app.clock.now())
    }
  },

  /** Buyers of an MP3 lease get 320 kbit/s; a master that is an MP3 is what they get. */
  async mp3(app, item) {
    const master = await masterOf(app, item)
    if (master.mediaType === MP3) return async () => {}
    const storageKey = `masters/${randomUUID()}.mp3`
    const made = await withFolder(app, async (folder) => {
      const [source, target] = [join(folder, 'master'), join(folder, 'beat.mp3')]
      await copyTo(app, master.storageKey, source)
      await runSound('mp3', { source, target, bitrate: 320 }, item.ownerId)
      await forgetFiles(app.db, app.clock, [storageKey])
      const sums = await sumsOf(target)
      await app.storage.put(storageKey, { file: target }, { mediaType: MP3 })
      return { ...sums, sizeBytes: (await stat(target)).size }
    })
    const file: NewFile = { role: 'mp3', storageKey, name: `${item.title}.mp3`, mediaType: MP3, ...made }
    return async (tx) => {
      await nameFiles(tx, [storageKey])
      await addFiles(tx, item.id, [file], app.clock.now())
    }
  },
}

async function masterOf({ db }: App, { id, ownerId }: BeatInHand) {
  const row = await db
    .selectFrom('itemFile')
    .where('itemId', '=', id)
    .where('role', '=', 'master')
    .where('isPresent', '=', true)
    .select(['storageKey', 'sha256', 'mediaType', 'name'])
    .executeTakeFirst()
  if (!row) throw notFound('Master')
  return { ...row, accountId: ownerId }
}

/** The picture that was sent, or a drawing that the sound itself makes. */
async function imageOf(app: App, item: BeatInHand, coverKey: string | undefined): Promise<Uint8Array> {
  if (coverKey) {
    const file = await app.storage.open(coverKey)
    if (!file) throw notFound('Cover')
    return buffer(file.stream)
  }
  const { wave } = await hear(app, await masterOf(app, item))
  const svg = drawCover({ kind: 'beat', slug: item.slug, title: item.title, line: lineOf(item), peaks: peaksOf(wave) })
  const [image] = await runPicture('draw', { drawings: [{ svg, width: COVER_SVG_SIDE, format: 'png' }] })
  return image!
}

const lineOf = ({ line }: BeatInHand) => Line.safeParse(line).data ?? 'uk'
const peaksOf = ({ full, low }: Facts['wave']) => ({
  full: Uint8Array.from(Buffer.from(full, 'base64')),
  low: Uint8Array.from(Buffer.from(low, 'base64')),
})
const coverFile = (cover: Cover, index: number) => Buffer.from(cover[COVER_SIZES[index]!])

/** Announced as removable before they are written, so that a crash leaves no file behind. */
async function store(app: App, keys: string[], bytesOf: (index: number) => Buffer, mediaType: string) {
  await forgetFiles(app.db, app.clock, keys)
  for (const [index, key] of keys.entries()) await app.storage.put(key, bytesOf(index), { mediaType })
}

async function sumsOf(path: string) {
  const hash = createHash('sha256')
  let sum = 0
  for await (const bytes of createReadStream(path) as AsyncIterable<Buffer>) {
    hash.update(bytes)
    sum = crc32(bytes, sum)
  }
  return { sha256: hash.digest(), crc32: sum }
}
