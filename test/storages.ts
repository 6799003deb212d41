import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createStorage } from '#server/storage/create-storage.ts'
import type { FileStorage } from '#server/storage/storage.ts'
import { startS3 } from './s3.ts'

export type Place = {
  storage: FileStorage
  folder: string
  url: string
  /** The names of all files, unfinished uploads included. */
  left: () => Promise<string[]>
  close: () => Promise<void>
}

export async function onDisk(): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'slide-disk-'))
  const storage = await createStorage({ dataDir: folder })
  const left = () => filesBelow(folder)
  return { storage, folder, url: '', left, close: () => rm(folder, { recursive: true }) }
}

export async function onS3(): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'slide-s3-'))
  const server = await startS3()
  const storage = await createStorage({ storageUrl: server.url, dataDir: folder })
  const close = () => server.close().then(() => rm(folder, { recursive: true }))
  return { storage, folder, url: server.url, left: async () => server.contents(), close }
}

async function filesBelow(folder: string) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}
