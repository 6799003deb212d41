import type { Insertable } from 'kysely'
import { indexItems } from '#server/search/index.ts'
import type { Db } from '#server/db/connect.ts'
import type { Item, ItemSearch, ItemStat } from '#server/db/types.ts'
import { notify } from '#server/notifications/index.ts'

let made = 0

type NewItem = Partial<Insertable<Item>> & {
  ownerId: number
  stat?: Partial<Insertable<ItemStat>>
  charts?: Partial<Insertable<ItemSearch>>
}

/** Something on sale, unless told otherwise. */
export async function addItem(db: Db, { stat, charts, ...over }: NewItem) {
  const number = ++made
  const kind = over.kind ?? 'beat'
  const { id } = await db
    .insertInto('item')
    .values({
      kind,
      slug: `item-${number}`,
      title: `Item ${number}`,
      status: 'published',
      publishedAt: new Date(),
      ...(kind === 'kit' && { kitType: 'Drum Kit' }),
      ...over,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('itemStat')
    .values({ itemId: id, ...stat })
    .execute()
  await indexItems(db, [id])
  if (charts) await db.updateTable('itemSearch').set(charts).where('itemId', '=', id).execute()
  return id
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
