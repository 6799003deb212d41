import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { notFound } from '#server/errors.ts'
import type { App } from '#server/services.ts'

/** A folder of its own for one step; it is gone afterwards, whatever happened. */
export async function withFolder<Result>(act: (folder: string) => Promise<Result>) {
  const folder = await mkdtemp(join(tmpdir(), 'slide-media-'))
  try {
    return await act(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Copies a stored file to a path, because the children that decode read files only. */
export async function copyTo({ storage }: App, key: string, path: string) {
  const file = await storage.open(key)
  if (!file) throw notFound('File')
  await pipeline(file.stream, createWriteStream(path))
}

export const withLocalFile = <Result>(app: App, key: string, act: (path: string) => Promise<Result>) =>
  withFolder(async (folder) => {
    const path = join(folder, 'source')
    await copyTo(app, key, path)
    return act(path)
  })
