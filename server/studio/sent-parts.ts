import type { UploadPurpose } from '#contract/upload-purposes.ts'
import type { Db, Tx } from '#server/db/connect.ts'
import { notFound } from '#server/errors.ts'
import type { NewFile } from '#server/items/index.ts'
import { mediaTypeOf } from '#server/storage/key.ts'
import { findUpload, type UploadRow } from '#server/uploads/rows.ts'
import { takeUpload } from '#server/uploads/take.ts'

type Part = { row: UploadRow | undefined; id: string | undefined; purpose: UploadPurpose }

/** Finds a complete file before it is taken, so that it is read outside of the transaction. */
export async function sentPart(db: Db, accountId: number, { row, id, purpose }: Part) {
  const found = row ?? (id === undefined ? undefined : await findUpload(db, id, accountId))
  if (!found && id === undefined) return undefined
  if (found?.state !== 'ready' || found.purpose !== purpose || !found.storageKey) throw notFound('Upload')
  return { ...found, storageKey: found.storageKey }
}

/** Takes the file of a form, or the upload that came before in its place. */
export async function takePart(tx: Tx, accountId: number, { row, id, purpose }: Part) {
  const uploadId = row?.id ?? id
  return uploadId === undefined ? undefined : takeUpload(tx, uploadId, accountId, purpose)
}
type Taken = NonNullable<Awaited<ReturnType<typeof takePart>>>

export const fileOf = (role: NewFile['role'], { name, size, storageKey, sha256, crc32 }: Taken): NewFile => ({
  role,
  name,
  storageKey,
  sha256,
  crc32,
  sizeBytes: size,
  mediaType: mediaTypeOf(name),
})
