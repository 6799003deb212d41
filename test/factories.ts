import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { Insertable } from 'kysely'
import type { Db, Tx } from '#server/db/connect.ts'
import type { ItemSearch, ItemStat } from '#server/db/types.ts'
import { createItem, removeItem, type NewFile, type NewItem } from '#server/items/index.ts'
import { notify } from '#server/notifications/index.ts'

let made = 0

type Given = Partial<NewItem> & {
  ownerId: number
  deletedAt?: Date | null
  stat?: Partial<Insertable<ItemStat>>
  charts?: Partial<Insertable<ItemSearch>>
}

/** Adds an item, on sale unless told otherwise. */
export const addItem = (db: Db, item: Given) =>
  inTransaction(db, async (tx) => {
    const { stat, charts, deletedAt, ...over } = item
    const number = ++made
    const kind = over.kind ?? 'beat'
    const id = await createItem(
      tx,
      {
        slug: `item-${number}`,
        title: `Item ${number}`,
        status: 'published',
        publishedAt: new Date(),
        ...(kind === 'kit' && { kitType: 'Drum Kit' as const }),
        ...over,
        kind,
      },
      new Date(),
    )
    if (stat) await tx.updateTable('itemStat').set(stat).where('itemId', '=', id).execute()
    if (charts) await tx.updateTable('itemSearch').set(charts).where('itemId', '=', id).execute()
    if (deletedAt) await removeItem(tx, id, deletedAt)
    return id
  })

export const putOnSale = (db: Db, id: number) =>
  db.updateTable('item').set({ status: 'published', publishedAt: new Date() }).where('id', '=', id).execute()

export const inTransaction = <Result>(db: Db, act: (tx: Tx) => Promise<Result>) =>
  db.isTransaction ? act(db as Tx) : db.transaction().execute(act)

const MEDIA_TYPES = {
  master: 'audio/wav',
  mp3: 'audio/mpeg',
  stems: 'application/zip',
  project: 'application/zip',
  archive: 'application/zip',
}

/** A file to sell. Its checksums are made from its key. */
export function fileOf(role: NewFile['role'], over: Partial<NewFile> = {}): NewFile {
  const storageKey = over.storageKey ?? `masters/file-${++made}`
  return {
    role,
    storageKey,
    name: role,
    mediaType: MEDIA_TYPES[role],
    sizeBytes: storageKey.length,
    sha256: createHash('sha256').update(storageKey).digest(),
    crc32: crc32(storageKey),
    ...over,
  }
}

export const addWave = (db: Db, itemId: number, fullBand: Buffer, lowBand = fullBand) =>
  db.insertInto('itemWave').values({ itemId, fullBand, lowBand }).execute()

type NewNotice = Partial<Parameters<typeof notify>[2]> & { read?: boolean }

export const addNotification = (db: Db, accountId: number, { read = false, ...over }: NewNotice = {}) =>
  db.transaction().execute(async (tx) => {
    const clock = { now: () => new Date() }
    await notify({ clock }, tx, { accountId, topic: 'system', title: 'News', message: `Number ${++made}`, ...over })
    const { id } = await tx
      .selectFrom('notification')
      .where('accountId', '=', accountId)
      .select('id')
      .orderBy('seq', 'desc')
      .executeTakeFirstOrThrow()
    if (read) await tx.updateTable('notification').set({ readAt: new Date() }).where('id', '=', id).execute()
    return id
  })
