import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import type { NewFile } from '#server/items/index.ts'
import type { SoundNames } from '#server/media/id3.ts'
import type { COVER_SIZES } from '#server/media/picture-types.ts'
import { runPicture, runSound } from '#server/media/run-media.ts'
import type { App } from '#server/services.ts'
import { forgetFiles } from '#server/storage/unnamed-files.ts'
import type { ItemInHand } from './item-in-hand.ts'
import { tagIn } from './voice-tag.ts'

export const MP3 = 'audio/mpeg'
const COVER_IN_MP3: (typeof COVER_SIZES)[number] = 640

/** A file in a folder of its own. */
export type Local = { folder: string; source: string }

/** Announced as removable before they are written, so that a crash leaves no file behind. */
export async function store(app: App, keys: string[], bytesOf: (index: number) => Buffer, mediaType: string) {
  await forgetFiles(app.db, keys, app.clock.now())
  for (const [index, key] of keys.entries()) await app.storage.put(key, bytesOf(index), { mediaType })
}

/** Stores a file that a child has written. */
export async function storePreview(app: App, path: string) {
  const key = `previews/${randomUUID()}.mp3`
  const bytes = await readFile(path)
  await store(app, [key], () => bytes, MP3)
  return key
}

/** Makes and stores the public preview of a sound. */
export async function makePreview(app: App, item: ItemInHand, { folder, source }: Local, title: string) {
  const { ownerId, hasTag, artist } = item
  const target = join(folder, 'preview.mp3')
  const tag = await tagIn(app, item, folder)
  await runSound('preview', { source, target, hasTag, ...tag, names: { title, artist } }, ownerId)
  return storePreview(app, target)
}

/** Makes and stores the MP3 of a master. */
export async function makeMp3(app: App, { ownerId }: ItemInHand, { folder, source }: Local, names: SoundNames) {
  const target = join(folder, 'master.mp3')
  await runSound('mp3', { source, target, bitrate: 320, names }, ownerId)
  const storageKey = `masters/${randomUUID()}.mp3`
  await forgetFiles(app.db, [storageKey], app.clock.now())
  const sums = await sumsOf(target)
  await app.storage.put(storageKey, { file: target }, { mediaType: MP3 })
  const sizeBytes = (await stat(target)).size
  return { role: 'mp3', storageKey, name: `${names.title}.mp3`, mediaType: MP3, sizeBytes, ...sums } satisfies NewFile
}

/** The cover as it stands in an MP3. */
export async function coverIn({ storage }: App, { coverKey }: ItemInHand) {
  const file = coverKey && (await storage.open(`${coverKey}/${COVER_IN_MP3}.webp`))
  return file ? runPicture('jpeg', async () => ({ image: await buffer(file.stream) })) : null
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
