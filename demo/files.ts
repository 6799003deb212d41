import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { stat, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { crc32 } from 'node:zlib'
import { ZipFile } from 'yazl'
import { miniWave, type Peaks } from '#server/media/peaks.ts'
import { makeDrawnCover } from '#server/media/pictures.ts'
import type { ItemFiles, SoldFile } from './manifest.ts'

/** The folder that a child process writes to, and its name in the manifest's folder. */
export type Place = { folder: string; name: string }

export const pathIn = ({ name }: Place, file: string) => `${name}/${file}`

const MEDIA_TYPES: Record<string, string> = { wav: 'audio/wav', mp3: 'audio/mpeg', zip: 'application/zip' }

export async function describeSold(
  place: Place,
  role: SoldFile['role'],
  file: string,
  title: string,
): Promise<SoldFile> {
  const path = join(place.folder, file)
  const hash = createHash('sha256')
  let crc = 0
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    hash.update(chunk)
    crc = crc32(chunk, crc)
  }
  const extension = file.slice(file.lastIndexOf('.') + 1)
  return {
    role,
    path: pathIn(place, file),
    name: `${title}.${extension}`,
    mediaType: MEDIA_TYPES[extension]!,
    bytes: (await stat(path)).size,
    sha256: hash.digest('hex'),
    crc32: crc,
  }
}

/** A sparse sound is silent most of the time: only such sounds get smaller. */
export type ZipEntry = { name: string; content: Buffer | { file: string }; isSparse?: boolean }

const ALWAYS_THE_SAME = { mtime: new Date('2025-01-01T12:00:00Z'), mode: 0o100644 }

export async function writeZip(path: string, entries: ZipEntry[]) {
  const zip = new ZipFile()
  for (const { name, content, isSparse = false } of entries) {
    const options = { ...ALWAYS_THE_SAME, compress: isSparse }
    if (Buffer.isBuffer(content)) zip.addBuffer(content, name, options)
    else zip.addFile(content.file, name, options)
  }
  zip.end()
  await pipeline(zip.outputStream, createWriteStream(path))
}

/** Draws all sizes of a cover into the place. */
export async function writeCover(place: Place, svg: string): Promise<ItemFiles['cover']> {
  const cover = await makeDrawnCover(svg)
  const write = async (size: keyof typeof cover) => {
    const file = `cover-${size}.webp`
    await writeFile(join(place.folder, file), cover[size])
    return pathIn(place, file)
  }
  return { 160: await write(160), 320: await write(320), 640: await write(640) }
}

export function toWave(peaks: Peaks): ItemFiles['wave'] {
  const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
  return { full: text(peaks.full), low: text(peaks.low), mini: text(miniWave(peaks)) }
}

export const fileTitle = (path: string) => basename(path).replace(/\.[a-z0-9]+$/, '')
