import { join } from 'node:path'
import { createDiskStorage } from './disk.ts'
import { parseStorageUrl } from './s3-settings.ts'
import { createS3Storage } from './s3.ts'
import type { FileStorage } from './storage.ts'

type Settings = { storageUrl?: string | undefined; dataDir: string }

export async function createStorage({ storageUrl, dataDir }: Settings): Promise<FileStorage> {
  return storageUrl ? createS3Storage(parseStorageUrl(storageUrl)) : createDiskStorage(join(dataDir, 'files'))
}
