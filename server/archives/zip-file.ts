import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import { RangeOutsideFile, type FileFacts } from '#server/storage/storage.ts'
import type { Readings } from './entry-file.ts'
import { layOut, type Stretch, type ZipPart } from './zip-layout.ts'

/** A part of a ZIP. `open` reads its packed bytes from `start` to `end`, both included. */
export type PackedPart = ZipPart & { open: (start: number, end: number) => Promise<AsyncIterable<Buffer>> }

export const partOfBytes = (path: string, content: Buffer): PackedPart => ({
  path,
  isDeflated: false,
  crc32: crc32(content),
  packedBytes: content.length,
  bytes: content.length,
  open: async (start, end) => Readable.from([content.subarray(start, end + 1)]),
})

/** A ZIP that is written while it is sent, to be read like a stored file, also in parts. It needs no key. */
export function zipAsFile(parts: readonly PackedPart[], modified: Date): Readings {
  const { size, stretches } = layOut(parts, modified)
  const facts: FileFacts = { size, mediaType: 'application/zip', etag: etagOf(stretches), lastModified: modified }
  return {
    stat: async () => facts,
    async open(key, range) {
      const start = range?.start ?? 0
      if (start >= size) throw new RangeOutsideFile(key, start)
      const end = Math.min(range?.end ?? size - 1, size - 1)
      return { ...facts, stream: Readable.from(read(stretches, start, end), { objectMode: false }), start, end }
    },
  }
}

/** Names, sizes and checksums of all parts are among the known bytes, so these tell two ZIPs apart. */
function etagOf(stretches: Stretch<PackedPart>[]) {
  const hash = createHash('sha256')
  for (const stretch of stretches) if ('bytes' in stretch) hash.update(stretch.bytes)
  return `"${hash.digest('base64url').slice(0, 27)}"`
}

async function* read(stretches: Stretch<PackedPart>[], start: number, end: number) {
  for (const stretch of stretches) {
    const from = Math.max(start - stretch.at, 0)
    const to = Math.min(end - stretch.at, stretch.length - 1)
    if (from > to) continue
    if ('bytes' in stretch) yield stretch.bytes.subarray(from, to + 1)
    else yield* wholly(stretch.part, from, to)
  }
}

/** A part that is shorter than it was when it came would move everything after it. */
async function* wholly({ path, open }: PackedPart, from: number, to: number) {
  let left = to - from + 1
  for await (const chunk of await open(from, to)) {
    left -= chunk.length
    yield chunk
  }
  if (left !== 0) throw new Error(`${path} has not as many bytes as it should have`)
}
