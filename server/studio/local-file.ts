import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { notFound } from '#server/errors.ts'
import type { Taker } from '#server/jobs/due.ts'
import type { App } from '#server/services.ts'

const place = ({ config }: Pick<App, 'config'>) => join(config.dataDir, 'media')

/** Runs a step in a temporary folder and removes the folder, also after an error. */
export async function withFolder<Result>(app: App, act: (folder: string) => Promise<Result>) {
  await mkdir(place(app), { recursive: true, mode: 0o700 })
  const folder = await mkdtemp(join(place(app), 'step-'))
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
  withFolder(app, async (folder) => {
    const path = join(folder, 'source')
    await copyTo(app, key, path)
    return act(path)
  })

/** Longer than any step may take. */
const LEFT_OVER_AFTER = 2 * 60 * 60_000

/** Folders of processes that were killed hold copies of masters. */
export const leftOverFolders: Taker = {
  name: 'remove left-over media folders',
  async takeDue(app) {
    const names = await readdir(place(app)).catch(() => []) // there is no folder before the first step
    for (const name of names) {
      const path = join(place(app), name)
      const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() })) // its step has just ended
      if (Date.now() - mtimeMs > LEFT_OVER_AFTER) await rm(path, { recursive: true, force: true })
    }
    return 0
  },
}
