import { crc32 } from 'node:zlib'
import type { ListedEntry } from '#server/archives/check-archive.ts'
import type { PackedPart } from '#server/archives/zip-file.ts'
import { notFound } from '#server/errors.ts'
import type { App } from '#server/services.ts'
import type { Stored } from './held-files.ts'

export async function partOfStored(app: App, path: string, { key, bytes, crc32: known }: Stored): Promise<PackedPart> {
  return {
    path,
    isDeflated: false,
    crc32: known ?? (await crcOf(app, key)),
    packedBytes: bytes,
    bytes,
    open: (start, end) => readStored(app, key, start, end),
  }
}

/** A packed file of an archive moves as it is: so its length and its place are known unread. */
export const partOfEntry = (app: App, path: string, key: string, entry: ListedEntry): PackedPart => ({
  path,
  isDeflated: entry.isDeflated,
  crc32: entry.crc32,
  packedBytes: entry.packedBytes,
  bytes: entry.bytes,
  open: async (start, end) => {
    const from = await entry.place()
    return readStored(app, key, from + start, from + end)
  },
})

async function readStored({ storage }: App, key: string, start?: number, end?: number) {
  const file = await storage.open(key, start === undefined ? undefined : { start, ...(end !== undefined && { end }) })
  if (!file) throw notFound('File')
  return file.stream
}

/** Files that came before checksums were noted are read once more. */
async function crcOf(app: App, key: string) {
  let sum = 0
  for await (const chunk of await readStored(app, key)) sum = crc32(chunk as Buffer, sum)
  return sum
}
