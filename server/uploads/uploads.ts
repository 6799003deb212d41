import { mkdir, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Draft } from './draft.ts'

export type Connection = { stop: () => void; isClosed: () => boolean }
type Writer = Connection & { done: Promise<void> }

/** The uploads that this process is receiving. */
export type Uploads = {
  folder: string
  /** Drafts by the id of their upload. A draft keeps the state of its hashes between two requests. */
  drafts: Map<string, Draft>
  writers: Map<string, Writer>
  freeBytes: () => Promise<number>
}

export async function createUploads({ dataDir }: { dataDir: string }): Promise<Uploads> {
  const folder = join(dataDir, 'uploads')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return {
    folder,
    drafts: new Map(),
    writers: new Map(),
    async freeBytes() {
      const { bavail, bsize } = await statfs(folder)
      return bavail * bsize
    },
  }
}
