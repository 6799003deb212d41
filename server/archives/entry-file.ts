import { Readable } from 'node:stream'
import { mediaTypeOf } from '#server/storage/key.ts'
import { RangeOutsideFile, type FileFacts, type FileStorage } from '#server/storage/storage.ts'
import type { Entry } from './check-archive.ts'
import { readEntry } from './read-entry.ts'

/** The part of a storage that is needed to send a file. */
export type Readings = Pick<FileStorage, 'stat' | 'open'>

/** One file of an archive, to be read like a stored file of its own, also in parts. The key is the archive's. */
export const entryAsFile = (storage: FileStorage, entry: Entry): Readings => ({
  async stat(key) {
    const archive = await storage.stat(key)
    return archive && factsOf(archive, entry)
  },
  async open(key, range) {
    const facts = await this.stat(key)
    if (!facts) return null
    const start = range?.start ?? 0
    if (range && start >= entry.bytes) throw new RangeOutsideFile(key, start)
    const end = Math.min(range?.end ?? entry.bytes - 1, entry.bytes - 1)
    const isPart = start > 0 || end < entry.bytes - 1
    if (!entry.isDeflated && isPart) {
      const part = await storage.open(key, { start: entry.from + start, end: entry.from + end })
      return part && { ...facts, stream: part.stream, start, end }
    }
    return { ...facts, stream: Readable.from(cut(readEntry(storage, key, entry), start, end)), start, end }
  },
})

const factsOf = ({ etag, lastModified }: FileFacts, { path, bytes, from }: Entry): FileFacts => ({
  size: bytes,
  mediaType: mediaTypeOf(path),
  etag: etag.replace(/"$/, `-${from.toString(36)}"`),
  lastModified,
})

/** The bytes from `start` to `end`, both included. */
async function* cut(chunks: AsyncIterable<Buffer>, start: number, end: number) {
  let at = 0
  for await (const chunk of chunks) {
    const part = chunk.subarray(Math.max(0, start - at), Math.max(0, end + 1 - at))
    if (part.length) yield part
    at += chunk.length
    if (at > end) return
  }
}
