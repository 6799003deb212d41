import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { UploadPurpose } from '#contract/upload-purposes.ts'
import type { Db, Tx } from '#server/db/connect.ts'

export type UploadRow = NonNullable<Awaited<ReturnType<typeof findUpload>>>
export type NewUpload = {
  accountId: number
  purpose: UploadPurpose
  name: string
  mediaType: string
  size: number
  draft: string
}
type Times = { now: Date; dueAt: Date }
/** An upload and the draft of the process that receives it. */
type Own = { id: string; draft: string }

const all = ['id', 'accountId', 'purpose', 'name', 'mediaType', 'size', 'received', 'draft'] as const
const stored = ['storageKey', 'sha256', 'crc32', 'state', 'createdAt', 'dueAt'] as const

export const findUpload = (db: Db | Tx, id: string, accountId: number) =>
  db
    .selectFrom('upload')
    .where('id', '=', id)
    .where('accountId', '=', accountId)
    .where('state', '!=', 'expired')
    .select([...all, ...stored])
    .executeTakeFirst()

/** Waits for other reservations of the account: they count together. */
export const lockUploadsOf = (tx: Tx, accountId: number) =>
  sql`select pg_advisory_xact_lock(hashtext('upload'), ${accountId}::int)`.execute(tx)

export const countUploads = (db: Db | Tx, accountId: number) =>
  db
    .selectFrom('upload')
    .where('accountId', '=', accountId)
    .select((row) => [row.fn.countAll<number>().as('uploads'), sql<number>`coalesce(sum(size), 0)::bigint`.as('bytes')])
    .executeTakeFirstOrThrow()

/** The uploads that hold room on the disk: those that this process receives now, and those active since then. */
type Holding = { writing: string[]; activeSince: Date }

/** Bytes that running uploads have announced and not sent. An upload that has fallen silent holds no room. */
export const bytesToCome = async (db: Db | Tx, { writing, activeSince }: Holding) =>
  (
    await db
      .selectFrom('upload')
      .where('state', '=', 'receiving')
      .where(sql<boolean>`(active_at > ${activeSince} or id = any(${writing}::text[]))`)
      .select(sql<number>`coalesce(sum(size - received), 0)::bigint`.as('bytes'))
      .executeTakeFirstOrThrow()
  ).bytes

export const insertUpload = (tx: Tx, upload: NewUpload, { now, dueAt }: Times) =>
  tx
    .insertInto('upload')
    .values({ id: randomBytes(16).toString('base64url'), ...upload, createdAt: now, activeAt: now, dueAt })
    .returning([...all, ...stored])
    .executeTakeFirstOrThrow()

/** False when the upload is gone or another process receives it now. */
export async function saveProgress(db: Db, { id, draft }: Own, received: number, { now, dueAt }: Times) {
  const { numUpdatedRows } = await db
    .updateTable('upload')
    .set({ received, activeAt: now, dueAt })
    .where('id', '=', id)
    .where('draft', '=', draft)
    .where('state', '=', 'receiving')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** False when the upload has gone on since the row was read: the copy would lack its newest bytes. */
export async function replaceDraft(db: Db, row: UploadRow, by: { name: string; size: number }) {
  const { numUpdatedRows } = await db
    .updateTable('upload')
    .set({ draft: by.name, received: by.size })
    .where('id', '=', row.id)
    .where('draft', '=', row.draft)
    .where('received', '=', row.received)
    .where('storageKey', 'is not distinct from', row.storageKey)
    .where('state', '=', 'receiving')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

type Complete = { size: number; sha256: Buffer; crc32: number; storageKey: string }

/**
 * Names the stored file before it exists, so that no stored file is without a row. False when the upload is gone or
 * another process receives it now.
 */
export async function nameStored(db: Db, { id, draft }: Own, { size, ...more }: Complete) {
  const { numUpdatedRows } = await db
    .updateTable('upload')
    .set({ size, received: size, ...more })
    .where('id', '=', id)
    .where('draft', '=', draft)
    .where('state', '=', 'receiving')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export const markReady = (db: Db, id: string, dueAt: Date) =>
  db
    .updateTable('upload')
    .set({ state: 'ready', draft: null, dueAt })
    .where('id', '=', id)
    .where('state', '=', 'receiving')
    .returning([...all, ...stored])
    .executeTakeFirst()

export const deleteReady = (tx: Tx, id: string, accountId: number, purpose: UploadPurpose) =>
  tx
    .deleteFrom('upload')
    .where('id', '=', id)
    .where('accountId', '=', accountId)
    .where('purpose', '=', purpose)
    .where('state', '=', 'ready')
    .returning([...all, ...stored])
    .executeTakeFirst()

const going = ['id', 'draft', 'storageKey'] as const
export type Going = Pick<UploadRow, (typeof going)[number]>

/** Closes the upload: nothing can take or continue it any more. It is due again at `againAt`, unless it is deleted before. */
export const expire = (db: Db, { id, accountId, againAt }: { id: string; accountId: number; againAt: Date }) =>
  db
    .updateTable('upload')
    .set({ state: 'expired', dueAt: againAt })
    .where('id', '=', id)
    .where('accountId', '=', accountId)
    .returning(going)
    .executeTakeFirst()

/** A batch of uploads that are due. They are due again at `againAt`, unless they are deleted before. */
export async function expireDue(db: Db, { now, againAt, most }: { now: Date; againAt: Date; most: number }) {
  const { rows } = await sql<Going>`update upload set state = 'expired', due_at = ${againAt} where id in (
    select id from upload where due_at <= ${now} order by due_at limit ${most}
    for update skip locked) returning id, draft, storage_key`.execute(db)
  return rows
}

export const deleteExpired = (db: Db, ids: string[]) =>
  db.deleteFrom('upload').where('id', 'in', ids).where('state', '=', 'expired').execute()

/** Returns the names that belong to drafts of uploads. */
export async function knownDrafts(db: Db, names: string[]) {
  const rows = await db
    .selectFrom('upload')
    .where(sql<boolean>`draft = any(${names}::text[])`)
    .select('draft')
    .execute()
  return new Set(rows.map(({ draft }) => draft))
}
