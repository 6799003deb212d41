import { sql, type Insertable, type SqlBool } from 'kysely'
import type { Db, Tx } from '#server/db/connect.ts'
import type { FileRole, ItemFile } from '#server/db/types.ts'
import { changeAndIndex } from './change-and-index.ts'
import { leadTracksTo } from './sold-beats.ts'
import { forgetUnsold } from './unsold-files.ts'

/**
 * A stored file with its size and checksums. With these a ZIP of several files can be laid out without reading them.
 */
export type NewFile = Omit<
  Insertable<ItemFile>,
  'id' | 'itemId' | 'trackId' | 'version' | 'isPresent' | 'isProposed' | 'createdAt'
> & {
  crc32: number
}

/** SQL: the file is present or waits for a review. Replaced files are for their buyers alone. */
export const isInUse = (file: string) =>
  sql<SqlBool>`(${sql.ref(`${file}.isPresent`)} or ${sql.ref(`${file}.isProposed`)})`

/**
 * Adds a version for each file's role. The earlier version stays stored for people who bought it. The MP3 that was made
 * of an earlier master is no longer present.
 */
export const addFiles = (tx: Tx, itemId: number, files: NewFile[], now: Date) =>
  changeAndIndex(tx, itemId, async () => {
    const former = await endPresent(
      tx,
      itemId,
      files.map(({ role }) => role),
    )
    await forgetUnsold(
      tx,
      itemId,
      former.map(({ storageKey }) => storageKey),
      now,
    )
    const added = await writeVersions(tx, itemId, files, { isProposed: false, now })
    if (files.some(({ role }) => role === 'master')) await leadTracksTo(tx, itemId)
    await tx.updateTable('item').set({ updatedAt: now }).where('id', '=', itemId).execute()
    return added
  })

/** Puts the proposed files in the place of the present ones. */
export async function promoteFiles(tx: Tx, itemId: number) {
  const proposed = await tx
    .selectFrom('itemFile')
    .where('itemId', '=', itemId)
    .where('isProposed', '=', true)
    .select('role')
    .execute()
  await endPresent(
    tx,
    itemId,
    proposed.map(({ role }) => role),
  )
  await tx
    .updateTable('itemFile')
    .set({ isPresent: true, isProposed: false })
    .where('itemId', '=', itemId)
    .where('isProposed', '=', true)
    .execute()
  if (proposed.some(({ role }) => role === 'master')) await leadTracksTo(tx, itemId)
}

const endPresent = (tx: Tx, itemId: number, roles: FileRole[]) =>
  tx
    .updateTable('itemFile')
    .set({ isPresent: false })
    .where('itemId', '=', itemId)
    .where('trackId', 'is', null)
    .where(sql<boolean>`role = any(${roles.includes('master') ? [...roles, 'mp3'] : roles}::file_role[])`)
    .where('isPresent', '=', true)
    .returning('storageKey')
    .execute()

export type Way = { isProposed: boolean; now: Date }

/** Writes the next version of each file's role: present at once, or proposed to the review. */
export async function writeVersions(tx: Tx, itemId: number, files: NewFile[], { isProposed, now }: Way) {
  const before = await tx
    .selectFrom('itemFile')
    .where('itemId', '=', itemId)
    .where('trackId', 'is', null)
    .where(sql<boolean>`role = any(${files.map(({ role }) => role)}::file_role[])`)
    .groupBy('role')
    .select((select) => ['role', select.fn.max('version').as('version')])
    .execute()
  const versions = new Map(before.map(({ role, version }) => [role, version]))
  const added = files.map((file) => ({ ...file, version: (versions.get(file.role) ?? 0) + 1 }))
  return tx
    .insertInto('itemFile')
    .values(added.map((file) => ({ ...file, itemId, createdAt: now, isProposed, isPresent: !isProposed })))
    .returning(['id', 'role', 'version'])
    .execute()
}

const fileColumns = ['id', 'itemId', 'storageKey', 'name', 'mediaType', 'sizeBytes', 'sha256'] as const

/** The present files with a role. Those that are made of single tracks are left out. */
export const presentFile = (db: Db | Tx, role: FileRole) =>
  db
    .selectFrom('itemFile')
    .where('itemFile.role', '=', role)
    .where('itemFile.isPresent', '=', true)
    .where('itemFile.trackId', 'is', null)
    .select(fileColumns.map((column) => `itemFile.${column}` as const))
