import { crc32, deflateRawSync } from 'node:zlib'

/** An entry of a ZIP. The further fields make its list say something else than the file. */
export type ZipEntry = {
  name: string | Buffer
  content?: Buffer | string
  isDeflated?: boolean
  flags?: number
  method?: number
  crc?: number
  bytes?: number
  packedBytes?: number
  /** Where the list says that it starts. */
  at?: number
  /** The upper half: a mode of Unix. */
  attributes?: number
  extra?: Buffer
  local?: {
    name?: string | Buffer
    method?: number
    bytes?: number
    flags?: number
    signature?: number
    extra?: Buffer
    packedBytes?: number
  }
  /** Bytes after the packed ones. */
  after?: Buffer
  /** Only in the list: its bytes are those of another entry. */
  isListedOnly?: boolean
}
type Around = {
  before?: Buffer
  comment?: Buffer
  count?: number
  betweenListAndEnd?: Buffer
  disk?: number
  at?: number
}

const FULL = 0xffffffff

/** Writes a ZIP byte by byte, so that tests can tell lies in it. */
export function zipOf(entries: ZipEntry[], around: Around = {}): Buffer {
  const { before = Buffer.alloc(0), comment = Buffer.alloc(0), betweenListAndEnd = Buffer.alloc(0), disk = 0 } = around
  const files: Buffer[] = [before]
  const list: Buffer[] = []
  let at = before.length
  for (const entry of entries) {
    const one = parts(entry, at)
    list.push(one.listed)
    if (entry.isListedOnly) continue
    files.push(one.file)
    at += one.file.length
  }
  const directory = Buffer.concat(list)
  const end = Buffer.alloc(22)
  const count = around.count ?? entries.length
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(disk, 4)
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(around.at ?? at, 16)
  end.writeUInt16LE(comment.length, 20)
  return Buffer.concat([...files, directory, betweenListAndEnd, end, comment])
}

function parts(entry: ZipEntry, at: number) {
  const { flags = 0, extra = Buffer.alloc(0), local = {}, after = Buffer.alloc(0) } = entry
  const content = Buffer.from(entry.content ?? 'x')
  const packed = entry.isDeflated ? deflateRawSync(content) : content
  const method = entry.method ?? (entry.isDeflated ? 8 : 0)
  const crc = entry.crc ?? crc32(content)
  const bytes = entry.bytes ?? content.length
  const packedBytes = entry.packedBytes ?? packed.length
  const name = Buffer.from(entry.name as string)
  const localName = Buffer.from((local.name ?? entry.name) as string)

  const header = Buffer.alloc(30)
  header.writeUInt32LE(local.signature ?? 0x04034b50, 0)
  header.writeUInt16LE(20, 4)
  header.writeUInt16LE(local.flags ?? flags, 6)
  header.writeUInt16LE(local.method ?? method, 8)
  header.writeUInt32LE(crc, 14)
  header.writeUInt32LE(Math.min(local.packedBytes ?? packedBytes, FULL), 18)
  header.writeUInt32LE(Math.min(local.bytes ?? bytes, FULL), 22)
  header.writeUInt16LE(localName.length, 26)
  header.writeUInt16LE(local.extra?.length ?? 0, 28)

  const listed = Buffer.alloc(46)
  listed.writeUInt32LE(0x02014b50, 0)
  listed.writeUInt16LE((3 << 8) | 20, 4)
  listed.writeUInt16LE(20, 6)
  listed.writeUInt16LE(flags, 8)
  listed.writeUInt16LE(method, 10)
  listed.writeUInt32LE(crc, 16)
  listed.writeUInt32LE(Math.min(packedBytes, FULL), 20)
  listed.writeUInt32LE(Math.min(bytes, FULL), 24)
  listed.writeUInt16LE(name.length, 28)
  listed.writeUInt16LE(extra.length, 30)
  listed.writeUInt32LE(((entry.attributes ?? 0) << 16) >>> 0, 38)
  listed.writeUInt32LE(entry.at ?? at, 42)
  return {
    file: Buffer.concat([header, localName, local.extra ?? Buffer.alloc(0), packed, after]),
    listed: Buffer.concat([listed, name, extra]),
  }
}

export const fileNamed = (name: string, bytes: Buffer | string) => new File([Uint8Array.from(Buffer.from(bytes))], name)
