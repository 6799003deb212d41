import { inflateSync } from 'node:zlib'

export type FontTables = ReadonlyMap<string, Buffer>

/** The tables of a WOFF file, by their tags. */
export function tablesOf(woff: Buffer): FontTables {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('That is no WOFF file.')
  const count = woff.readUInt16BE(12)
  return new Map(
    Array.from({ length: count }, (_, index) => {
      const entry = 44 + index * 20
      const [start, packed, size] = [4, 8, 12].map((field) => woff.readUInt32BE(entry + field)) as [
        number,
        number,
        number,
      ]
      const bytes = woff.subarray(start, start + packed)
      return [woff.toString('latin1', entry, entry + 4), packed < size ? inflateSync(bytes) : bytes] as const
    }),
  )
}

/** A font file of these tables. */
export function fontFile(tables: FontTables): Buffer {
  const head = Buffer.alloc(12 + tables.size * 16)
  const power = 2 ** Math.floor(Math.log2(tables.size))
  head.writeUInt32BE(0x00010000, 0)
  head.writeUInt16BE(tables.size, 4)
  head.writeUInt16BE(power * 16, 6)
  head.writeUInt16BE(Math.log2(power), 8)
  head.writeUInt16BE((tables.size - power) * 16, 10)
  const parts = [head]
  let start = head.length
  for (const [index, [tag, bytes]] of [...tables].toSorted(([one], [other]) => (one < other ? -1 : 1)).entries()) {
    const entry = 12 + index * 16
    const padded = Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3)])
    head.write(tag, entry, 'latin1')
    head.writeUInt32BE(checksum(padded), entry + 4)
    head.writeUInt32BE(start, entry + 8)
    head.writeUInt32BE(bytes.length, entry + 12)
    parts.push(padded)
    start += padded.length
  }
  return Buffer.concat(parts)
}

function checksum(bytes: Buffer) {
  let sum = 0
  for (let at = 0; at < bytes.length; at += 4) sum = (sum + bytes.readUInt32BE(at)) >>> 0
  return sum
}
