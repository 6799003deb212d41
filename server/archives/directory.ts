import { MediaError } from '#server/media/audio.ts'

/** Reads bytes of a stored file. */
export type Read = (start: number, length: number) => Promise<Buffer>

/** An entry as the directory at the end of the archive lists it. */
export type Listed = {
  name: Buffer
  flags: number
  method: number
  crc32: number
  packedBytes: number
  bytes: number
  /** Where its local header starts. */
  at: number
  /** The kind of file on the system that packed it; 0 if it doesn't say. */
  fileType: number
  extra: Buffer
}

const END = 0x06054b50
const END_64 = 0x06064b50
const LOCATOR_64 = 0x07064b50
const LISTED = 0x02014b50
const END_BYTES = 22
const END_64_BYTES = 56
const LOCATOR_BYTES = 20
const LISTED_BYTES = 46
const LONGEST_COMMENT = 0xffff
const MOST_DIRECTORY_BYTES = 8 * 1024 * 1024
export const SIZES_64 = 0x0001
export const FULL_16 = 0xffff
/** The number does not fit here: it is in a further field. */
export const FULL_32 = 0xffffffff

export const EMPTY = 'This ZIP file is empty.'
export const noZip = () => new MediaError('This is no readable ZIP file.')
const tooMany = (most: number) =>
  new MediaError(`This ZIP file has too many files: ${most.toLocaleString('en-US')} are allowed.`)

/**
 * Reads the list at the end of an archive. It must be the only way to read the file: nothing before the first entry, and
 * nothing between the list and its end record. Else two programs could find different files in it.
 */
export async function readDirectory(read: Read, size: number, mostFiles: number) {
  if (size < END_BYTES) throw noZip()
  const tail = Math.min(size, END_BYTES + LONGEST_COMMENT)
  const end = await endOf(read, await read(size - tail, tail), size - tail)
  if (end.entries === 0) throw new MediaError(EMPTY)
  if (end.entries > mostFiles || end.bytes > MOST_DIRECTORY_BYTES) throw tooMany(mostFiles)
  if (end.at + end.bytes !== end.endsAt) throw noZip()
  return { listed: entriesOf(await read(end.at, end.bytes), end.entries), directoryAt: end.at }
}

type End = { entries: number; bytes: number; at: number; endsAt: number }

/** The record at the end says where the list is. A comment may follow it, up to the last byte. */
async function endOf(read: Read, tail: Buffer, tailAt: number): Promise<End> {
  for (let at = tail.length - END_BYTES; at >= 0; at--) {
    if (tail.readUInt32LE(at) !== END) continue
    if (at + END_BYTES + tail.readUInt16LE(at + 20) !== tail.length) continue
    const locator = at >= LOCATOR_BYTES && tail.readUInt32LE(at - LOCATOR_BYTES) === LOCATOR_64
    const end = endRecord(tail.subarray(at), tailAt + at)
    return locator ? end64(read, tail.subarray(at - LOCATOR_BYTES, at), tailAt + at - LOCATOR_BYTES, end) : end
  }
  throw noZip()
}

function endRecord(bytes: Buffer, endsAt: number): End {
  const [disk, firstDisk, here, entries] = [4, 6, 8, 10].map((at) => bytes.readUInt16LE(at))
  if (disk !== 0 || firstDisk !== 0 || here !== entries) throw noZip() // a part of a split archive
  return { entries: entries!, bytes: bytes.readUInt32LE(12), at: bytes.readUInt32LE(16), endsAt }
}

/** Archives of more than 4 GB, or of more than 65,535 files, have a second record with larger numbers. */
async function end64(read: Read, locator: Buffer, locatorAt: number, small: End): Promise<End> {
  const at = large(locator, 8)
  if (at + END_64_BYTES > locatorAt) throw noZip()
  const record = await read(at, END_64_BYTES)
  if (record.readUInt32LE(0) !== END_64 || at + 12 + large(record, 4) !== locatorAt) throw noZip()
  const end = { entries: large(record, 32), bytes: large(record, 40), at: large(record, 48), endsAt: at }
  const agrees = (few: number, full: number, many: number) => few === full || few === many
  if (
    large(record, 24) !== end.entries ||
    !agrees(small.entries, FULL_16, end.entries) ||
    !agrees(small.bytes, FULL_32, end.bytes) ||
    !agrees(small.at, FULL_32, end.at)
  )
    throw noZip()
  return end
}

function large(bytes: Buffer, at: number) {
  const value = bytes.readBigUInt64LE(at)
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw noZip()
  return Number(value)
}

function entriesOf(directory: Buffer, count: number): Listed[] {
  const listed: Listed[] = []
  let at = 0
  for (let entry = 0; entry < count; entry++) {
    if (at + LISTED_BYTES > directory.length || directory.readUInt32LE(at) !== LISTED) throw noZip()
    const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((from) => directory.readUInt16LE(at + from))
    const nameAt = at + LISTED_BYTES
    const extraAt = nameAt + nameBytes!
    const next = extraAt + extraBytes! + commentBytes!
    if (next > directory.length) throw noZip()
    const head = directory.subarray(at, nameAt)
    listed.push(entryOf(head, directory.subarray(nameAt, extraAt), directory.subarray(extraAt, extraAt + extraBytes!)))
    at = next
  }
  if (at !== directory.length) throw noZip() // it lists more than it counts
  return listed
}

function entryOf(head: Buffer, name: Buffer, extra: Buffer): Listed {
  const sizes = extraField(extra, SIZES_64)
  let read = 0
  const sized = (small: number) => {
    if (small !== FULL_32) return small
    if (!sizes || read + 8 > sizes.length) throw noZip()
    read += 8
    return large(sizes, read - 8)
  }
  if (head.readUInt16LE(34) !== 0) throw noZip() // on another part of a split archive
  const bytes = sized(head.readUInt32LE(24))
  const packedBytes = sized(head.readUInt32LE(20))
  return {
    name,
    extra,
    flags: head.readUInt16LE(8),
    method: head.readUInt16LE(10),
    crc32: head.readUInt32LE(16),
    packedBytes,
    bytes,
    at: sized(head.readUInt32LE(42)),
    fileType: (head.readUInt16LE(40) & 0xf000) >> 12, // the upper half of the attributes is the mode of Unix
  }
}

/** A further field of an entry by its number; null if it isn't there. */
export function extraField(extra: Buffer, id: number): Buffer | null {
  for (let at = 0; at + 4 <= extra.length;) {
    const end = at + 4 + extra.readUInt16LE(at + 2)
    if (end > extra.length) return null
    if (extra.readUInt16LE(at) === id) return extra.subarray(at + 4, end)
    at = end
  }
  return null
}
