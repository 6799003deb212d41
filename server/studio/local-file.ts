import { createWriteStream } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { notFound } from '#server/errors.ts'
import type { Taker } from '#server/jobs/due.ts'
import { withWorkFolder, workPlace } from '#server/media/work-folder.ts'
import type { App } from '#server/services.ts'

/** Copies a stored file to a path, because the children that decode read files only. */
export async function copyTo({ storage }: App, key: string, path: string) {
  const file = await storage.open(key)
  if (!file) throw notFound('File')
  await pipeline(file.stream, createWriteStream(path))
}

export const withLocalFile = <Result>(app: App, key: string, act: (path: string) => Promise<Result>) =>
  withWorkFolder(app, async (folder) => {
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
    const place = workPlace(app.config)
    const names = await readdir(place).catch(() => []) // there is no folder before the first step
    for (const name of names) {
      const path = join(place, name)
      const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() })) // its step has just ended
      if (Date.now() - mtimeMs > LEFT_OVER_AFTER) await rm(path, { recursive: true, force: true })
    }
    return 0
  },
}
