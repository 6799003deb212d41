/** Reads bytes of a stored file. */
type Read = (start: number, length: number) => Promise<Buffer>

const END_BYTES = 22
const LONGEST_COMMENT = 65_535
const ENTRY_BYTES = 46
const MOST_DIRECTORY_BYTES = 4 * 1024 * 1024
const ENCRYPTED = 1

const END = 'PK\x05\x06'

const EMPTY = 'This ZIP file is empty.'
const NO_ZIP = 'This is no readable ZIP file.'

/** Why a file can't be sold as a ZIP; null if it can. The list at its end is read and nothing is unpacked. */
export async function zipFault(read: Read, size: number): Promise<string | null> {
  if (size < END_BYTES) return NO_ZIP
  const start = (await read(0, 4)).toString('latin1')
  if (start === END) return EMPTY
  if (start !== 'PK\x03\x04') return NO_ZIP
  const tail = Math.min(size, END_BYTES + LONGEST_COMMENT)
  const end = endOf(await read(size - tail, tail))
  if (!end) return NO_ZIP
  if (end.entries === 0) return EMPTY
  if (end.bytes > MOST_DIRECTORY_BYTES) return 'This ZIP file has too many files.'
  if (end.at + end.bytes > size) return NO_ZIP
  return directoryFault(await read(end.at, end.bytes), end.entries)
}

/** The record at the end says where the list of entries is. A comment may follow it, up to the last byte. */
function endOf(tail: Buffer) {
  for (let at = tail.length - END_BYTES; at >= 0; at--) {
    if (tail.toString('latin1', at, at + 4) !== END) continue
    if (at + END_BYTES + tail.readUInt16LE(at + 20) !== tail.length) continue
    return { entries: tail.readUInt16LE(at + 10), bytes: tail.readUInt32LE(at + 12), at: tail.readUInt32LE(at + 16) }
  }
  return null
}

function directoryFault(directory: Buffer, entries: number) {
  let at = 0
  for (let entry = 0; entry < entries; entry++) {
    if (at + ENTRY_BYTES > directory.length || directory.toString('latin1', at, at + 4) !== 'PK\x01\x02') return NO_ZIP
    if (directory.readUInt16LE(at + 8) & ENCRYPTED) return 'This ZIP file is locked with a password.'
    at += ENTRY_BYTES + [28, 30, 32].reduce((sum, length) => sum + directory.readUInt16LE(at + length), 0)
  }
  return null
}
