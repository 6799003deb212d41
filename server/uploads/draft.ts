import { createHash, randomUUID } from 'node:crypto'
import { constants, createReadStream } from 'node:fs'
import { mkdir, open, rm, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'

const PRIVATE = { folder: 0o700, file: 0o600 }

export type Draft = Awaited<ReturnType<typeof createDraft>>

export const newDraftName = () => randomUUID()

/** An empty file for an upload. The draft hashes the bytes as it writes them. */
export async function createDraft(folder: string, name = newDraftName()) {
  const path = join(folder, name)
  await mkdir(folder, { recursive: true, mode: PRIVATE.folder })
  await open(path, 'wx', PRIVATE.file).then((made) => made.close())
  let file: FileHandle | null = null
  let sums = { size: 0, sha256: createHash('sha256'), crc32: 0 }
  const mark = () => ({ ...sums, sha256: sums.sha256.copy() })
  let safe = mark()
  function rewind(to: typeof sums) {
    sums = to
    safe = mark()
  }
  return {
    name,
    path,
    get size() {
      return sums.size
    },
    async open() {
      file = await open(path, constants.O_RDWR)
    },
    async append(chunk: Buffer) {
      if (!file) throw new Error('The draft is not open.')
      for (let done = 0; done < chunk.length;)
        done += (await file.write(chunk, done, chunk.length - done, sums.size + done)).bytesWritten
      sums.sha256.update(chunk)
      sums.crc32 = crc32(chunk, sums.crc32)
      sums.size += chunk.length
    },
    /** Makes the bytes survive a power cut. A failure uncounts all bytes since the last time: the system may have dropped them. */
    async sync() {
      try {
        await file?.datasync()
        safe = mark()
      } catch (error) {
        rewind(safe)
        throw error
      }
    },
    mark,
    rewind,
    sums: () => ({ sha256: sums.sha256.copy().digest(), crc32: sums.crc32 }),
    /** Cuts off bytes that a failed write has left behind the counted ones. */
    async close() {
      const closing = file
      file = null
      try {
        await closing?.truncate(sums.size)
      } finally {
        await closing?.close()
      }
    },
    remove: () => rm(path, { force: true }),
  }
}

/** A new draft with the first `length` bytes of the named one. */
export async function copyDraft(folder: string, name: string, length: number) {
  const draft = await createDraft(folder)
  if (length === 0) return draft
  try {
    await draft.open()
    const source = createReadStream(join(folder, name), { end: length - 1, highWaterMark: 1024 * 1024 })
    for await (const chunk of source) await draft.append(chunk as Buffer)
    await draft.sync()
    await draft.close()
    return draft
  } catch (error) {
    await draft.close()
    await draft.remove()
    throw error
  }
}
