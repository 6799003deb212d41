const LOCAL = 30
const LISTED = 46
const END = 22
/** 1 January 1980: the same files always make the same archive, so its upload is found again after a reload. */
const DATE = 33
const UTF_8 = 1 << 11

/**
 * Files as one ZIP, stored without compression. The browser keeps only its headers in memory: the archive refers to the
 * files on the disk. Its headers need checksums, so all files are read once before the first byte is sent.
 */
export function zipFiles(files: readonly File[]) {
  const entries = named(files)
  const name = `${files.length} ${files.length === 1 ? 'file' : 'files'}.zip`
  const headers = entries.reduce((sum, { path }) => sum + LOCAL + LISTED + 2 * path.length, END)
  const size = entries.reduce((sum, { file }) => sum + file.size, headers)
  return {
    name,
    size,
    /** In the order of the archive. */
    files: entries.map(({ name, file }) => ({ path: name, bytes: file.size })),
    read: async () => new File(await partsOf(entries), name, { type: 'application/zip' }),
  }
}

type Entry = { file: File; name: string; path: Uint8Array<ArrayBuffer> }

/** In the order of their names; a name that comes twice gets a number. */
function named(files: readonly File[]): Entry[] {
  const taken = new Set<string>()
  return files
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }))
    .map((file) => {
      let name = file.name
      for (let nth = 2; taken.has(name.toLowerCase()); nth++) name = file.name.replace(/(\.\w+)?$/, ` (${nth})$1`)
      taken.add(name.toLowerCase())
      return { file, name, path: new TextEncoder().encode(name) }
    })
}

async function partsOf(entries: readonly Entry[]) {
  const parts: BlobPart[] = []
  const list: BlobPart[] = []
  let at = 0
  for (const { file, path } of entries) {
    const facts = { crc: await crc32(file), size: file.size, name: path.length }
    parts.push(header(0x04034b50, LOCAL, 4, facts), path, file)
    const listed = header(0x02014b50, LISTED, 6, facts)
    new DataView(listed).setUint16(4, 20, true)
    new DataView(listed).setUint32(42, at, true)
    list.push(listed, path)
    at += LOCAL + path.length + file.size
  }
  const end = new DataView(new ArrayBuffer(END))
  end.setUint32(0, 0x06054b50, true)
  end.setUint16(8, entries.length, true)
  end.setUint16(10, entries.length, true)
  end.setUint32(
    12,
    entries.reduce((sum, { path }) => sum + LISTED + path.length, 0),
    true,
  )
  end.setUint32(16, at, true)
  return [...parts, ...list, end.buffer]
}

/** The fields that the header before a file and its line in the list have alike, from the version on. */
function header(signature: number, bytes: number, from: number, facts: { crc: number; size: number; name: number }) {
  const view = new DataView(new ArrayBuffer(bytes))
  view.setUint32(0, signature, true)
  view.setUint16(from, 20, true)
  view.setUint16(from + 2, UTF_8, true)
  view.setUint16(from + 8, DATE, true)
  view.setUint32(from + 10, facts.crc, true)
  view.setUint32(from + 14, facts.size, true)
  view.setUint32(from + 18, facts.size, true)
  view.setUint16(from + 22, facts.name, true)
  return view.buffer
}

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  return crc
})

/** A loop by index: an iterator takes several times as long. */
function added(before: number, bytes: Uint8Array) {
  let crc = before
  for (let at = 0; at < bytes.length; at++) crc = (crc >>> 8) ^ TABLE[(crc ^ bytes[at]!) & 255]!
  return crc
}

/** Reads the file piece by piece. */
async function crc32(file: Blob) {
  let crc = -1
  const reader = file.stream().getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return ~crc >>> 0
    crc = added(crc, value)
  }
}
