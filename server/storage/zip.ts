import { Readable, Transform } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createInflateRaw } from 'node:zlib'
import { mediaTypeOf } from './key.ts'
import { RangeOutsideFile, type ByteRange, type FileFacts, type FileStorage } from './storage.ts'

/** A file inside a stored ZIP. */
export type ZipEntry = { name: string; size: number; crc32: number; packed: number; isStored: boolean; at: number }

/** The ZIP can't be read. The message is for people who look at the item. */
export class BadZip extends Error {
  override readonly name = 'BadZip'
}

type Opens = Pick<FileStorage, 'stat' | 'open'>

const END = 0x06054b50
const END_BYTES = 22
const LONGEST_COMMENT = 65_535
const ENTRY = 0x02014b50
const ENTRY_BYTES = 46
const LOCAL = 0x04034b50
const LOCAL_BYTES = 30
const MOST_DIRECTORY_BYTES = 16 * 1024 * 1024
const [STORED, DEFLATED] = [0, 8]
const [ENCRYPTED, IS_UTF8] = [1, 0x800]

const BROKEN = 'The ZIP file can’t be read.'

/** The files in a stored ZIP, in their order, read from the list at its end. Null: there is no such ZIP. */
export async function listZip(storage: Opens, key: string): Promise<ZipEntry[] | null> {
  const facts = await storage.stat(key)
  if (!facts) return null
  const length = Math.min(facts.size, END_BYTES + LONGEST_COMMENT)
  const tail = await bytesOf(storage, key, facts.size - length, length)
  const end = endOf(tail)
  if (end === null) throw new BadZip(BROKEN)
  const [count, bytes, at] = [tail.readUInt16LE(end + 10), tail.readUInt32LE(end + 12), tail.readUInt32LE(end + 16)]
  if (bytes > MOST_DIRECTORY_BYTES || at + bytes > facts.size) throw new BadZip(BROKEN)
  return entriesOf(await bytesOf(storage, key, at, bytes), count).filter(({ name }) => !name.endsWith('/'))
}

/** The record at the end says where the list of entries is. A comment may follow it, up to the last byte. */
function endOf(tail: Buffer) {
  for (let at = tail.length - END_BYTES; at >= 0; at--)
    if (tail.readUInt32LE(at) === END && at + END_BYTES + tail.readUInt16LE(at + 20) === tail.length) return at
  return null
}

function entriesOf(directory: Buffer, count: number) {
  const entries: ZipEntry[] = []
  let at = 0
  for (let index = 0; index < count; index++) {
    if (at + ENTRY_BYTES > directory.length || directory.readUInt32LE(at) !== ENTRY) throw new BadZip(BROKEN)
    const [flags, method] = [directory.readUInt16LE(at + 8), directory.readUInt16LE(at + 10)]
    if (flags & ENCRYPTED) throw new BadZip('The ZIP file is locked with a password.')
    if (method !== STORED && method !== DEFLATED) throw new BadZip('The ZIP file is packed in an unknown way.')
    const [name, extra, comment] = [28, 30, 32].map((field) => directory.readUInt16LE(at + field)) as Three
    entries.push({
      name: nameOf(directory.subarray(at + ENTRY_BYTES, at + ENTRY_BYTES + name), flags),
      crc32: directory.readUInt32LE(at + 16),
      packed: directory.readUInt32LE(at + 20),
      size: directory.readUInt32LE(at + 24),
      isStored: method === STORED,
      at: directory.readUInt32LE(at + 42),
    })
    at += ENTRY_BYTES + name + extra + comment
  }
  return entries
}
type Three = [number, number, number]

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Many programs write UTF-8 without saying so. Bytes that are no UTF-8 are read as Latin-1. */
function nameOf(bytes: Buffer, flags: number) {
  if (flags & IS_UTF8) return bytes.toString('utf8')
  try {
    return utf8.decode(bytes)
  } catch {
    return bytes.toString('latin1')
  }
}

/** One file of a ZIP, to be read like a stored file of its own, also in parts. */
export const zipEntryAsFile = (storage: Opens, entry: ZipEntry): Opens => ({
  async stat(key) {
    const zip = await storage.stat(key)
    return zip && factsOf(zip, entry)
  },
  async open(key, range) {
    const zip = await storage.stat(key)
    if (!zip) return null
    const { start, end } = partOf(key, entry, range)
    const stream = await openEntry(storage, key, entry, { start, end })
    return stream && { ...factsOf(zip, entry), stream, start, end }
  },
})

const factsOf = ({ etag, lastModified }: FileFacts, { name, size, at }: ZipEntry): FileFacts => ({
  size,
  mediaType: mediaTypeOf(name),
  etag: etag.replace(/"$/, `-${at.toString(36)}"`),
  lastModified,
})

type Part = Required<ByteRange>

function partOf(key: string, { size }: ZipEntry, range: ByteRange | undefined): Part {
  const start = range?.start ?? 0
  if (range && start >= size) throw new RangeOutsideFile(key, start)
  return { start, end: Math.min(range?.end ?? size - 1, size - 1) }
}

async function openEntry(storage: Opens, key: string, entry: ZipEntry, { start, end }: Part) {
  if (end < start) return Readable.from([])
  const header = await bytesOf(storage, key, entry.at, LOCAL_BYTES)
  if (header.length < LOCAL_BYTES || header.readUInt32LE(0) !== LOCAL) throw new BadZip(BROKEN)
  const from = entry.at + LOCAL_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28)
  if (entry.isStored) return (await storage.open(key, { start: from + start, end: from + end }))?.stream ?? null
  const packed = await storage.open(key, { start: from, end: from + entry.packed - 1 })
  if (!packed) return null
  const part = cut(start, end)
  const inflate = createInflateRaw()
  const give = (error: Error) => part.destroy(error)
  packed.stream.on('error', give).pipe(inflate).on('error', give).pipe(part)
  part.once('close', () => {
    inflate.destroy()
    packed.stream.destroy()
  })
  return part
}

/** Passes the bytes from `start` to `end` on, and ends then: a ZIP may unpack to more than it says. */
function cut(start: number, end: number) {
  let at = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const before = at
      at += chunk.length
      if (before > end) return done()
      this.push(chunk.subarray(Math.max(0, start - before), end + 1 - before))
      if (at > end) this.push(null)
      done()
    },
  })
}

async function bytesOf(storage: Opens, key: string, start: number, length: number) {
  if (length <= 0) return Buffer.alloc(0)
  const part = await storage.open(key, { start, end: start + length - 1 })
  return part ? buffer(part.stream) : Buffer.alloc(0)
}
