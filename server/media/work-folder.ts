import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#server/config.ts'

export const workPlace = ({ dataDir }: Config) => join(dataDir, 'media')

/** Gives a new folder for copies of files, because children read files only. It is removed, also after an error. */
export async function withWorkFolder<Result>({ config }: { config: Config }, act: (folder: string) => Promise<Result>) {
  const place = workPlace(config)
  await mkdir(place, { recursive: true, mode: 0o700 })
  const folder = await mkdtemp(join(place, 'step-')) // a taker removes those of killed processes by this name
  try {
    return await act(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
