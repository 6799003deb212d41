import type { UploadPurpose } from '#contract/upload-purposes.ts'
import type { Tx } from '#server/db/connect.ts'
import { notFound } from '#server/errors.ts'
import { deleteReady } from './rows.ts'

/**
 * Hands a complete upload over: from now on the file in the storage is the caller's to name and to remove. An upload is
 * taken once, by the account that sent it, for the purpose whose limits it passed.
 */
export async function takeUpload(tx: Tx, uploadId: string, account: number, purpose: UploadPurpose) {
  const row = await deleteReady(tx, uploadId, account, purpose)
  if (!row?.storageKey || !row.sha256 || row.crc32 === null) throw notFound('Upload')
  const { name, mediaType, size, storageKey, sha256, crc32 } = row
  return { name, mediaType, size, storageKey, sha256, crc32 }
}
