import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { MediaError } from '#server/media/audio.ts'
import { runSound } from '#server/media/run-media.ts'
import type { SoundCheck } from '#server/media/sound-tasks.ts'
import type { FileStorage } from '#server/storage/storage.ts'

/** The findings in a file with its SHA-256, or why it can't be sold. */
export type Checked = { sha256: Buffer; isSilent: boolean; silentEnd: number } | { fault: string }

export type StoredFile = { key: string; from: Pick<FileStorage, 'open'>; size: number; isSound: boolean }
type Place = { folder: string; account: number }

const MISSING = { fault: 'Its file is missing.' }

/** Copies files to the folder, hashes them on the way and decodes the sounds in one child process. */
export async function checkFiles(files: readonly (StoredFile | null)[], place: Place): Promise<Checked[]> {
  const copies = files.map((file) => ({ file, path: join(place.folder, randomUUID()) }))
  try {
    const copied: Checked[] = []
    for (const { file, path } of copies) copied.push(file ? await copy(file, path) : MISSING)
    const sounds = copies.filter(({ file }, index) => file?.isSound && !('fault' in copied[index]!))
    const heard = await hearAll(
      sounds.map(({ path }) => path),
      place.account,
    )
    return copied.map((found, index) => ({ ...found, ...heard[sounds.indexOf(copies[index]!)] }))
  } finally {
    for (const { path } of copies) await rm(path, { force: true })
  }
}

/** A child that broke a limit names no file: then each sound gets its own. */
async function hearAll(sources: string[], account: number): Promise<SoundCheck[]> {
  if (sources.length === 0) return []
  try {
    return await runSound('check', { sources }, account)
  } catch (error) {
    if (!(error instanceof MediaError)) throw error
    if (sources.length === 1) return [{ fault: error.message }]
    const found: SoundCheck[] = []
    for (const source of sources) found.push(...(await hearAll([source], account)))
    return found
  }
}

async function copy({ key, from, size }: StoredFile, path: string): Promise<Checked> {
  const file = await from.open(key)
  if (!file) return MISSING
  const hash = createHash('sha256')
  let read = 0
  await pipeline(
    file.stream,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk)
        read += chunk.length
        yield chunk
      }
    },
    createWriteStream(path, { mode: 0o600 }),
  )
  if (read !== size) return { fault: 'Its file has another size than it should have.' }
  return { sha256: hash.digest(), isSilent: false, silentEnd: 0 }
}
