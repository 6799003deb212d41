import { filesOf } from '#contract/system-files.ts'

export type ZippedFile = { path: string; bytes: number; title?: string }

const END = 22
const LONGEST_COMMENT = 65_535

/** The files of a ZIP by its list at the end; null if the list can’t be read here. The server checks the archive. */
export async function listZip(zip: Blob): Promise<ZippedFile[] | null> {
  try {
    const tail = await viewOf(zip.slice(-(END + LONGEST_COMMENT)))
    let at = tail.byteLength - END
    while (at >= 0 && tail.getUint32(at, true) !== 0x06054b50) at--
    if (at < 0) return null
    const start = tail.getUint32(at + 16, true)
    const listed = readList(await viewOf(zip.slice(start, start + tail.getUint32(at + 12, true))))
    return listed && filesOf(listed)
  } catch {
    return null
  }
}

const viewOf = async (bytes: Blob) => new DataView(await bytes.arrayBuffer())

function readList(list: DataView<ArrayBuffer>) {
  const entries: ZippedFile[] = []
  for (let at = 0; at < list.byteLength;) {
    if (list.getUint32(at, true) !== 0x02014b50) return null
    const length = list.getUint16(at + 28, true)
    const path = new TextDecoder().decode(new Uint8Array(list.buffer, at + 46, length))
    entries.push({ path, bytes: list.getUint32(at + 24, true) })
    at += 46 + length + list.getUint16(at + 30, true) + list.getUint16(at + 32, true)
  }
  return entries
}
