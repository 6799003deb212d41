import { pipeline, type Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { crc32, createInflateRaw, type InflateRaw } from 'node:zlib'
import { notFound } from '#server/errors.ts'
import { MediaError } from '#server/media/audio.ts'
import type { FileStorage } from '#server/storage/storage.ts'
import type { Entry } from './check-archive.ts'
import { noZip, type Read } from './directory.ts'
import { shownName } from './names.ts'

/** Reads ranges of a stored file. */
export const readerOf =
  (storage: FileStorage, key: string): Read =>
  async (start, length) => {
    if (length === 0) return Buffer.alloc(0)
    const bytes = await buffer(await packed(storage, key, start, length))
    if (bytes.length !== length) throw noZip()
    return bytes
  }

async function packed(storage: FileStorage, key: string, start: number, length: number): Promise<Readable> {
  const file = await storage.open(key, { start, end: start + length - 1 })
  if (!file) throw notFound('Archive')
  return file.stream
}

/**
 * The bytes of a file in an archive, unpacked while they are read. Sizes are counted and never believed: one byte more
 * than the list says ends it.
 */
export async function* readEntry(storage: FileStorage, key: string, entry: Entry): AsyncGenerator<Buffer> {
  const damaged = () => new MediaError(`${shownName(entry.path)} is damaged in this ZIP file.`)
  let bytes = 0
  let sum = 0
  for await (const chunk of entry.packedBytes === 0 ? [] : await unpacked(storage, key, entry, damaged)) {
    bytes += chunk.length
    if (bytes > entry.bytes) throw new MediaError(`${shownName(entry.path)} is larger than the ZIP file says.`)
    sum = crc32(chunk, sum)
    yield chunk
  }
  if (bytes !== entry.bytes || sum !== entry.crc32) throw damaged()
}

async function unpacked(storage: FileStorage, key: string, entry: Entry, damaged: () => Error) {
  const source = await packed(storage, key, entry.from, entry.packedBytes)
  if (!entry.isDeflated) return source as AsyncIterable<Buffer>
  const inflate = createInflateRaw()
  pipeline(source, inflate, () => {}) // an error ends the reading below
  return inflated(inflate, entry.packedBytes, damaged)
}

async function* inflated(inflate: InflateRaw, packedBytes: number, damaged: () => Error) {
  try {
    yield* inflate as AsyncIterable<Buffer>
  } catch (error) {
    throw isOfZlib(error) ? damaged() : error
  }
  if (inflate.bytesWritten !== packedBytes) throw damaged() // something follows that programs may read otherwise
}

const isOfZlib = (error: unknown) => error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')
