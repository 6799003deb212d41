import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { crc32, deflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { RangeOutsideFile } from '#server/storage/storage.ts'
import { readDirectory } from './directory.ts'
import { zipAsFile, type PackedPart } from './zip-file.ts'
import { layOut } from './zip-layout.ts'

const SOLD = new Date('2026-11-22T10:20:30Z')
const GB = 1024 ** 3

type Given = { path: string; content: Uint8Array; isDeflated: boolean }

function partOf({ path, content, isDeflated }: Given): PackedPart {
  const packed = isDeflated ? deflateRawSync(content) : Buffer.from(content)
  return {
    path,
    isDeflated,
    crc32: crc32(content),
    packedBytes: packed.length,
    bytes: content.length,
    open: async (start, end) => Readable.from([packed.subarray(start, end + 1)]),
  }
}

const files = fc.uniqueArray(
  fc.record({
    path: fc.stringMatching(/^[a-zA-Z0-9 _äß雪-]{1,20}(\/[a-z]{1,8})?\.wav$/),
    content: fc.uint8Array({ maxLength: 2_000 }),
    isDeflated: fc.boolean(),
  }),
  { selector: ({ path }) => path, maxLength: 8 },
)

const whole = async (parts: PackedPart[]) => buffer((await zipAsFile(parts, SOLD).open(''))!.stream)

test('another program unpacks exactly the given files', () =>
  fc.assert(
    fc.asyncProperty(files, async (given) => {
      const parts = given.map(partOf)
      const zip = await whole(parts)
      expect(zip).toHaveLength((await zipAsFile(parts, SOLD).stat(''))!.size)
      const unpacked = unzipSync(zip)
      expect(Object.keys(unpacked)).toEqual(given.map(({ path }) => path))
      for (const { path, content } of given) expect(Buffer.compare(unpacked[path]!, content)).toBe(0)
    }),
    { numRuns: 200 },
  ))

test('every range is that part of the whole', () =>
  fc.assert(
    fc.asyncProperty(files, fc.nat(), fc.nat(), async (given, one, other) => {
      const parts = given.map(partOf)
      const zip = await whole(parts)
      const start = one % zip.length
      const end = start + (other % (zip.length - start))
      const read = (await zipAsFile(parts, SOLD).open('', { start, end }))!
      expect(read).toMatchObject({ start, end, size: zip.length })
      expect(await buffer(read.stream)).toEqual(zip.subarray(start, end + 1))
    }),
    { numRuns: 500 },
  ))

test('a range after the end is refused', async () => {
  const zip = zipAsFile([], SOLD)
  const { size } = (await zip.stat(''))!
  await expect(zip.open('', { start: size })).rejects.toThrow(RangeOutsideFile)
})

test('the tag tells ZIPs with other names or other bytes apart', async () => {
  const content = Buffer.from('one')
  const tagOf = async (given: Given) => (await zipAsFile([partOf(given)], SOLD).stat(''))!.etag
  const first = await tagOf({ path: 'a.wav', content, isDeflated: false })
  expect(first).toMatch(/^"[\w-]{27}"$/)
  expect(await tagOf({ path: 'a.wav', content, isDeflated: false })).toBe(first)
  expect(await tagOf({ path: 'b.wav', content, isDeflated: false })).not.toBe(first)
  expect(await tagOf({ path: 'a.wav', content: Buffer.from('two'), isDeflated: false })).not.toBe(first)
})

test('a part that is shorter than it should be ends the reading with an error', async () => {
  const part = { ...partOf({ path: 'a.wav', content: Buffer.from('whole'), isDeflated: false }), packedBytes: 6 }
  await expect(whole([part])).rejects.toThrow('a.wav')
})

test('more files than 16 bits can count are listed', async () => {
  const given = Array.from({ length: 70_000 }, (_, nth) => ({
    path: `${nth}.mid`,
    content: Buffer.from([nth % 256]),
    isDeflated: false,
  }))
  const unpacked = unzipSync(await whole(given.map(partOf)))
  expect(Object.keys(unpacked)).toHaveLength(70_000)
  expect(unpacked['69999.mid']![0]).toBe(69_999 % 256)
})

test('sizes and places above 4 GB are listed', async () => {
  const large = (path: string, bytes: number) => ({ path, isDeflated: false, crc32: 7, packedBytes: bytes, bytes })
  const given = [large('one.wav', 3 * GB), large('two.wav', 3 * GB), large('three.wav', 5 * GB), large('four.wav', 1)]
  const { size, stretches } = layOut(given, SOLD)
  const known = async (start: number, length: number) => {
    const bytes = Buffer.alloc(length)
    for (const stretch of stretches)
      if ('bytes' in stretch && stretch.at < start + length && stretch.at + stretch.length > start)
        stretch.bytes.copy(bytes, Math.max(0, stretch.at - start), Math.max(0, start - stretch.at))
    return bytes
  }
  const { listed } = await readDirectory(known, size, 10)
  expect(listed.map(({ name, bytes, packedBytes }) => [String(name), bytes, packedBytes])).toEqual(
    given.map(({ path, bytes, packedBytes }) => [path, bytes, packedBytes]),
  )
  const headersAt = stretches.flatMap((stretch, nth) => ('part' in stretch ? [stretches[nth - 1]!.at] : []))
  expect(listed.map(({ at }) => at)).toEqual(headersAt)
})
