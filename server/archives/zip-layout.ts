import { FULL_16, FULL_32, SIZES_64 } from './directory.ts'

/** A file of a ZIP that is about to be written. Its bytes are given as they will stand there. */
export type ZipPart = {
  path: string
  isDeflated: boolean
  crc32: number
  packedBytes: number
  bytes: number
}

/** A stretch of a ZIP: bytes that are known, or the packed bytes of a part. */
export type Stretch<Part> = { at: number; length: number } & ({ bytes: Buffer } | { part: Part })

const UTF_8 = 1 << 11
const DEFLATED = 8
const ON_UNIX = 3 << 8
const REGULAR_FILE = 0o100644

/**
 * Lays out a ZIP before a byte of its parts is read: its length and what stands where. Sizes and places that don't fit
 * into 32 bits go into the further fields of Zip64.
 */
export function layOut<Part extends ZipPart>(parts: readonly Part[], modified: Date) {
  const stretches: Stretch<Part>[] = []
  let size = 0
  const add = (length: number, content: { bytes: Buffer } | { part: Part }) => {
    if (length > 0) stretches.push({ at: size, length, ...content })
    size += length
  }
  const addBytes = (bytes: Buffer) => add(bytes.length, { bytes })

  const when = dosTime(modified)
  const places = parts.map((part) => {
    const at = size
    addBytes(localHeader(part, when))
    add(part.packedBytes, { part })
    return at
  })
  const directoryAt = size
  const listed = parts.map((part, nth) => listedHeader(part, places[nth]!, when))
  addBytes(Buffer.concat(listed))
  addBytes(endOf({ files: parts.length, at: directoryAt, bytes: size - directoryAt }))
  return { size, stretches }
}

const isLarge = (number: number) => number >= FULL_32

/** Date and time as ZIP has them, in UTC: two seconds each, from 1980 on. */
function dosTime(date: Date) {
  const year = Math.min(Math.max(date.getUTCFullYear(), 1980), 2107)
  const time = (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1)
  return { time, day: ((year - 1980) << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate() }
}
type When = ReturnType<typeof dosTime>

/** Both headers of a file share these fields, from the version on that a reader must know. */
function common({ isDeflated, crc32, packedBytes, bytes }: ZipPart, { time, day }: When, name: Buffer, extra: Buffer) {
  const fields = Buffer.alloc(26)
  fields.writeUInt16LE(extra.length > 0 ? 45 : 20, 0)
  fields.writeUInt16LE(UTF_8, 2)
  fields.writeUInt16LE(isDeflated ? DEFLATED : 0, 4)
  fields.writeUInt16LE(time, 6)
  fields.writeUInt16LE(day, 8)
  fields.writeUInt32LE(crc32, 10)
  fields.writeUInt32LE(isLarge(packedBytes) || isLarge(bytes) ? FULL_32 : packedBytes, 14)
  fields.writeUInt32LE(isLarge(packedBytes) || isLarge(bytes) ? FULL_32 : bytes, 18)
  fields.writeUInt16LE(name.length, 22)
  fields.writeUInt16LE(extra.length, 24)
  return fields
}

/** The further field of Zip64, if any number needs it. */
function field64(numbers: number[]) {
  if (numbers.length === 0) return Buffer.alloc(0)
  const field = Buffer.alloc(4 + numbers.length * 8)
  field.writeUInt16LE(SIZES_64, 0)
  field.writeUInt16LE(numbers.length * 8, 2)
  for (const [nth, number] of numbers.entries()) field.writeBigUInt64LE(BigInt(number), 4 + nth * 8)
  return field
}

const largeSizes = ({ bytes, packedBytes }: ZipPart) =>
  isLarge(packedBytes) || isLarge(bytes) ? [bytes, packedBytes] : []

function localHeader(part: ZipPart, when: When) {
  const name = Buffer.from(part.path)
  const extra = field64(largeSizes(part))
  return Buffer.concat([signature(0x04034b50), common(part, when, name, extra), name, extra])
}

function listedHeader(part: ZipPart, at: number, when: When) {
  const name = Buffer.from(part.path)
  const extra = field64([...largeSizes(part), ...(isLarge(at) ? [at] : [])])
  const madeBy = Buffer.alloc(2)
  madeBy.writeUInt16LE(ON_UNIX | 45, 0)
  const rest = Buffer.alloc(14)
  rest.writeUInt32LE((REGULAR_FILE << 16) >>> 0, 6)
  rest.writeUInt32LE(Math.min(at, FULL_32), 10)
  return Buffer.concat([signature(0x02014b50), madeBy, common(part, when, name, extra), rest, name, extra])
}

type Directory = { files: number; at: number; bytes: number }

function endOf({ files, at, bytes }: Directory) {
  const end = Buffer.alloc(18)
  const count = Math.min(files, FULL_16)
  end.writeUInt16LE(count, 4)
  end.writeUInt16LE(count, 6)
  end.writeUInt32LE(Math.min(bytes, FULL_32), 8)
  end.writeUInt32LE(Math.min(at, FULL_32), 12)
  const needs64 = files >= FULL_16 || isLarge(at) || isLarge(bytes)
  return Buffer.concat([...(needs64 ? [end64({ files, at, bytes })] : []), signature(0x06054b50), end])
}

/** The end record of Zip64, and the locator that leads to it. */
function end64({ files, at, bytes }: Directory) {
  const end = Buffer.alloc(52)
  end.writeBigUInt64LE(44n, 0) // the length of what follows
  end.writeUInt16LE(ON_UNIX | 45, 8)
  end.writeUInt16LE(45, 10)
  end.writeBigUInt64LE(BigInt(files), 20)
  end.writeBigUInt64LE(BigInt(files), 28)
  end.writeBigUInt64LE(BigInt(bytes), 36)
  end.writeBigUInt64LE(BigInt(at), 44)
  const locator = Buffer.alloc(16)
  locator.writeBigUInt64LE(BigInt(at + bytes), 4)
  locator.writeUInt32LE(1, 12)
  return Buffer.concat([signature(0x06064b50), end, signature(0x07064b50), locator])
}

function signature(number: number) {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(number, 0)
  return bytes
}
