import { filesOf } from '#contract/system-files.ts'
import { MediaError } from '#server/media/audio.ts'
import { EMPTY, extraField, FULL_32, noZip, readDirectory, SIZES_64, type Listed, type Read } from './directory.ts'
import type { Limits } from './limits.ts'
import { pathOf, shownName } from './names.ts'

/** A file in an archive that passed the check. */
export type Entry = {
  path: string
  isDeflated: boolean
  crc32: number
  packedBytes: number
  bytes: number
  /** Where its packed bytes start. */
  from: number
}

const MB = 1024 * 1024
const LOCAL = 0x04034b50
const LOCAL_BYTES = 30
const ENCRYPTED = (1 << 0) | (1 << 6) | (1 << 13)
const SIZES_FOLLOW = 1 << 3
const LONGEST_DESCRIPTOR = 24
const STORED = 0
const DEFLATED = 8
const REGULAR_FILE = 8
const FOLDER = 4
/** Holds for the whole archive: one silent stem unpacks to a thousand times its size, but a beat has other stems too. */
const MOST_RATIO = 200
const RATIO_FROM = MB
const READ_AT_ONCE = 16
const BLOCK = 16 * 1024

/**
 * The files of an archive in their order. Everything that its lists can say is decided before a byte is unpacked; the
 * first fault is thrown as a MediaError, which says it in a sentence.
 */
export async function checkArchive(read: Read, size: number, limits: Limits): Promise<Entry[]> {
  const { listed, directoryAt } = await readDirectory(read, size, limits.files)
  const named = listed.map((entry) => ({ ...entry, path: pathOf(entry) }))
  for (const entry of named) refuseEntry(entry, limits)
  refuseTotal(named, size, limits)
  refuseTwice(named.map(({ path }) => path))
  const placed = await placesOf(read, named, directoryAt)
  refuseOverlap(placed, directoryAt)
  const files = filesOf(placed)
  if (files.length === 0) throw new MediaError(EMPTY)
  return files.map(entryOf)
}

/** A file as the list of an archive that was checked when it came names it. `place` finds where its packed bytes start. */
export type ListedEntry = Omit<Entry, 'from'> & { place: () => Promise<number> }

/** The files that the list at the end of an archive names. The headers before them are read when they are needed. */
export async function listEntries(read: Read, size: number, limits: Limits): Promise<ListedEntry[]> {
  const { listed, directoryAt } = await readDirectory(read, size, limits.files)
  const named = listed.map((entry) => ({ ...entry, path: pathOf(entry) }))
  return filesOf(named).map((entry) => ({
    ...factsOf(entry),
    place: async () => (await placesOf(read, [entry], directoryAt))[0]!.from,
  }))
}

/** One file of an archive that was checked when it came. The headers of its other files are not read again. */
export async function findEntry(read: Read, size: number, path: string, limits: Limits): Promise<Entry | null> {
  const { listed, directoryAt } = await readDirectory(read, size, limits.files)
  const named = listed.map((entry) => ({ ...entry, path: pathOf(entry) })).find((entry) => entry.path === path)
  if (!named) return null
  const [placed] = await placesOf(read, [named], directoryAt)
  return entryOf(placed!)
}

const factsOf = ({ path, method, crc32, packedBytes, bytes }: Named) => ({
  path,
  isDeflated: method === DEFLATED,
  crc32,
  packedBytes,
  bytes,
})

const entryOf = ({ from, ...named }: Placed): Entry => ({ ...factsOf(named), from })

type Named = Listed & { path: string }
type Placed = Named & { from: number }

function refuseEntry({ path, flags, method, fileType, bytes, packedBytes }: Named, limits: Limits) {
  const refuse = (why: string) => {
    throw new MediaError(`${shownName(path)} ${why}`)
  }
  const isFolder = path.endsWith('/')
  if (flags & ENCRYPTED) throw new MediaError('This ZIP file is locked with a password.')
  if (fileType !== 0 && fileType !== (isFolder ? FOLDER : REGULAR_FILE))
    refuse('is a link or a special file. Pack the file itself.')
  if (isFolder && bytes > 0) refuse('is a folder with content of its own.')
  if (method !== STORED && method !== DEFLATED) refuse('is packed in a way that few programs can read.')
  if (method === STORED && bytes !== packedBytes) refuse('has two different sizes.')
  if (bytes > limits.fileBytes) refuse(`is larger than ${limits.fileBytes / MB} MB.`)
}

function refuseTotal(entries: Named[], size: number, { bytes }: Limits) {
  const total = entries.reduce((sum, entry) => sum + entry.bytes, 0)
  if (total > bytes) throw new MediaError(`This ZIP file would unpack to more than ${bytes / MB} MB.`)
  if (total > RATIO_FROM && total > size * MOST_RATIO)
    throw new MediaError('This ZIP file would unpack to far more than it is.')
}

/** Most disks take two names for one that differ only in case or in how their accents are written. */
function refuseTwice(paths: string[]) {
  const keyOf = (path: string) => path.replace(/\/$/, '').normalize('NFC').toLowerCase()
  const seen = new Set<string>()
  const files = new Set<string>()
  for (const path of paths) {
    const key = keyOf(path)
    if (seen.has(key)) throw new MediaError(`This ZIP file has two files of one name: ${shownName(path)}`)
    seen.add(key)
    if (!path.endsWith('/')) files.add(key)
  }
  for (const key of seen)
    for (let at = key.lastIndexOf('/'); at > 0; at = key.lastIndexOf('/', at - 1))
      if (files.has(key.slice(0, at)))
        throw new MediaError(`This ZIP file has a file and a folder of one name: ${shownName(key.slice(0, at))}`)
}

/** Reads the header before each file, which must say the same as the list. */
async function placesOf(read: Read, entries: Named[], directoryAt: number) {
  const readHeader = inBlocks(read, directoryAt)
  const places = new Map<Named, number>()
  const inPlace = entries.toSorted((a, b) => a.at - b.at)
  for (let first = 0; first < inPlace.length; first += READ_AT_ONCE)
    await Promise.all(
      inPlace.slice(first, first + READ_AT_ONCE).map(async (entry) => {
        if (entry.at + LOCAL_BYTES + entry.name.length > directoryAt) throw noZip()
        const header = await readHeader(entry.at, LOCAL_BYTES + entry.name.length)
        expectSame(entry, header)
        const from = entry.at + header.length + header.readUInt16LE(28)
        if (from + entry.packedBytes > directoryAt) throw noZip()
        if (hasLarge(header))
          expectSame64(entry, header, await read(from - header.readUInt16LE(28), header.readUInt16LE(28)))
        places.set(entry, from)
      }),
    )
  return entries.map((entry): Placed => ({ ...entry, from: places.get(entry)! }))
}

/** Headers of small files lie close together: one reading serves all of a block. Each reading opens the stored file. */
function inBlocks(read: Read, end: number): Read {
  let block: { from: number; to: number; bytes: Promise<Buffer> } | null = null
  return async (start, length) => {
    if (!block || start < block.from || start + length > block.to) {
      const to = Math.min(end, start + Math.max(length, BLOCK))
      block = { from: start, to, bytes: read(start, to - start) }
    }
    const { from, bytes } = block
    return (await bytes).subarray(start - from, start - from + length)
  }
}

function expectSame(entry: Named, header: Buffer) {
  if (header.readUInt32LE(0) !== LOCAL) throw noZip()
  const flags = header.readUInt16LE(6)
  const isSame =
    header.readUInt16LE(26) === entry.name.length &&
    header.subarray(LOCAL_BYTES).equals(entry.name) &&
    header.readUInt16LE(8) === entry.method &&
    !((flags ^ entry.flags) & (ENCRYPTED | SIZES_FOLLOW))
  const agrees = (at: number, value: number) => {
    const said = header.readUInt32LE(at)
    return said === value || said === FULL_32 || (Boolean(flags & SIZES_FOLLOW) && said === 0)
  }
  const areSizesSame = agrees(14, entry.crc32) && agrees(18, entry.packedBytes) && agrees(22, entry.bytes)
  if (!isSame || !areSizesSame) throw twoThings(entry)
}

const twoThings = ({ path }: Named) =>
  new MediaError(`This ZIP file says two different things about a file: ${shownName(path)}`)

const hasLarge = (header: Buffer) => header.readUInt32LE(18) === FULL_32 || header.readUInt32LE(22) === FULL_32

/** Sizes in the further field of the header before a file. Writers that don't know them yet give 0. */
function expectSame64(entry: Named, header: Buffer, extra: Buffer) {
  const follow = Boolean(header.readUInt16LE(6) & SIZES_FOLLOW)
  const field = extraField(extra, SIZES_64)
  if (!field && follow) return
  const wanted = [
    ...(header.readUInt32LE(22) === FULL_32 ? [entry.bytes] : []),
    ...(header.readUInt32LE(18) === FULL_32 ? [entry.packedBytes] : []),
  ]
  for (const [index, size] of wanted.entries()) {
    if (!field || field.length < index * 8 + 8) throw twoThings(entry)
    const said = field.readBigUInt64LE(index * 8)
    if (said !== BigInt(size) && !(follow && said === 0n)) throw twoThings(entry)
  }
}

/** Files that share bytes unpack to far more than the archive; bytes between files hide something. */
function refuseOverlap(entries: Placed[], directoryAt: number) {
  let end = 0
  let slack = 0
  const expectNext = (at: number) => {
    if (at < end) throw new MediaError('Files of this ZIP share the same bytes.')
    if (at > end + slack) throw new MediaError('This ZIP file holds something that its list does not name.')
  }
  for (const { at, from, packedBytes, flags } of entries.toSorted((a, b) => a.at - b.at)) {
    expectNext(at)
    end = from + packedBytes
    slack = flags & SIZES_FOLLOW ? LONGEST_DESCRIPTOR : 0
  }
  expectNext(directoryAt)
}
