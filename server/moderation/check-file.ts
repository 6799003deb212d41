import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { MediaError } from '#server/media/audio.ts'
import { runSound } from '#server/media/run-media.ts'
import type { FileStorage } from '#server/storage/storage.ts'

/** The findings in a file with its SHA-256, or why it can't be sold. */
export type Checked = { sha256: Buffer; isSilent: boolean; silentEnd: number } | { fault: string }

type File = { key: string; from: Pick<FileStorage, 'open'>; size: number }

/** Copies a file to the folder, hashes it on the way and decodes it in a child process. */
export async function checkFile(
  file: File,
  { folder, account }: { folder: string; account: number },
): Promise<Checked> {
  const source = join(folder, randomUUID())
  try {
    const copied = await copy(file, source)
    if (!copied) return { fault: 'Its file is missing.' }
    if (copied.size !== file.size) return { fault: 'Its file has another size than it should have.' }
    const { isSilent, silentEnd } = await runSound('check', { source }, account)
    return { sha256: copied.sha256, isSilent, silentEnd }
  } catch (error) {
    if (error instanceof MediaError) return { fault: error.message }
    throw error
  } finally {
    await rm(source, { force: true })
  }
}

async function copy({ key, from }: File, path: string) {
  const file = await from.open(key)
  if (!file) return null
  const hash = createHash('sha256')
  let size = 0
  await pipeline(
    file.stream,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk)
        size += chunk.length
        yield chunk
      }
    },
    createWriteStream(path, { mode: 0o600 }),
  )
  return { size, sha256: hash.digest() }
}
