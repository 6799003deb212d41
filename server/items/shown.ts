import { sql, type ExpressionBuilder } from 'kysely'
import { plannedOnce, type Db } from '#server/db/connect.ts'
import type { DB, ItemKind } from '#server/db/types.ts'

/** On sale, or sold exclusively. */
export const isShown = (is: ExpressionBuilder<DB, 'item' | 'account'>) =>
  is.and([
    is('item.status', 'in', ['published', 'sold']),
    is('item.deletedAt', 'is', null),
    is('account.deletedAt', 'is', null),
    is('account.bannedAt', 'is', null),
  ])

/** Items with a public page. */
export const shown = (db: Db) => db.selectFrom('item').innerJoin('account', 'account.id', 'item.ownerId').where(isShown)

/** Items with a public page, of one kind or of all. */
export const shownOfKind = (db: Db, kind: ItemKind | null) =>
  kind ? shown(db).where('item.kind', '=', kind) : shown(db)

/** The given items that have a public page, with the facts that other features need. */
export const itemsShown = (db: Db, ids: number[]) =>
  shown(db)
    .where(sql<boolean>`item.id = any(${ids}::bigint[])`)
    .select(['item.id', 'item.kind', 'item.ownerId', 'item.slug', 'item.title'])
    .modifyEnd(plannedOnce)
    .execute()
export type ShownItem = Awaited<ReturnType<typeof itemsShown>>[number]

export const idShown = async (db: Db, kind: ItemKind | null, id: number) =>
  (await shownOfKind(db, kind).where('item.id', '=', id).select('item.id').modifyEnd(plannedOnce).executeTakeFirst())
    ?.id

const ID = /^[1-9]\d{0,14}$/

/** The id of the item with this present or earlier slug. Addresses may also name an item by its id. */
export const idOfSlug = async (db: Db, slug: string) =>
  (await idOfName(db, slug)) ?? (ID.test(slug) ? idShown(db, null, Number(slug)) : undefined)

const idOfName = async (db: Db, slug: string) =>
  (
    await shown(db)
      .where((or) =>
        or.or([
          or('item.slug', '=', slug),
          or('item.id', '=', or.selectFrom('itemOldSlug').where('itemOldSlug.slug', '=', slug).select('itemId')),
        ]),
      )
      .select('item.id')
      .orderBy((by) => by('item.slug', '=', slug), 'desc')
      .limit(sql.lit(1))
      .modifyEnd(plannedOnce)
      .executeTakeFirst()
  )?.id
