import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/db/connect.ts'
import type { ItemKind } from '#server/db/types.ts'

export type List = 'approved' | 'featured' | 'popular' | 'trending' | 'new'
export type Page = { page: number; limit: number }

const NEW_DAYS = 14
export const newSince = (now: Date) => new Date(now.getTime() - NEW_DAYS * 86_400_000)

/** Nothing is sold or shown from an owner who left. */
const onSale = (db: Db, kind: ItemKind) =>
  db
    .selectFrom('item')
    .innerJoin('account', 'account.id', 'item.ownerId')
    .innerJoin('itemStat', 'itemStat.itemId', 'item.id')
    .leftJoin('style', 'style.id', 'item.styleId')
    .where('item.kind', '=', kind)
    .where('item.status', '=', 'published')
    .where('item.deletedAt', 'is', null)
    .where('account.deletedAt', 'is', null)

function listed(db: Db, kind: ItemKind, list: List) {
  const items = onSale(db, kind)
  if (list === 'featured')
    return items.where((or) => or.or([or('item.isFeatured', '=', true), or('item.isPromoted', '=', true)]))
  return items
}

const order: Record<List, RawBuilder<unknown>> = {
  approved: sql`item.published_at desc, item.id desc`,
  featured: sql`item.is_promoted desc, item.published_at desc, item.id desc`,
  new: sql`item.published_at desc, item.id desc`,
  popular: sql`item_stat.popularity desc, item.id desc`,
  trending: sql`item_stat.trend desc, item.id desc`,
}

export const listItems = (db: Db, kind: ItemKind, list: List, { page, limit }: Page) =>
  listed(db, kind, list)
    .select([
      'item.id',
      'item.kind',
      'item.slug',
      'item.title',
      'item.ownerId',
      'item.genre',
      'item.bpm',
      'item.bpmMin',
      'item.bpmMax',
      'item.musicKey',
      'item.kitType',
      'item.trackCount',
      'item.durationMs',
      'item.tags',
      'item.priceCents',
      'item.coverKey',
      'item.previewKey',
      'item.miniWave',
      'item.isFeatured',
      'item.isPromoted',
      'item.isPopular',
      'item.isTrending',
      'item.publishedAt',
      'item.createdAt',
      'account.handle',
      'account.plan',
      'itemStat.likes',
      'itemStat.comments',
      'itemStat.plays',
      'style.slug as styleSlug',
      'style.code',
      'style.line',
    ]) // prettier-ignore
    .orderBy(order[list])
    .limit(limit)
    .offset(page * limit)
    .execute()

export type ItemRow = Awaited<ReturnType<typeof listItems>>[number]

export const countItems = async (db: Db, kind: ItemKind, list: List) =>
  (
    await listed(db, kind, list)
      .select((count) => count.fn.countAll<number>().as('items'))
      .executeTakeFirstOrThrow()
  ).items

export const listStyles = (db: Db) => db.selectFrom('style').selectAll().orderBy('id').execute()

export type StyleRow = Awaited<ReturnType<typeof listStyles>>[number]

export const findWave = (db: Db, kind: ItemKind, id: number) =>
  onSale(db, kind)
    .innerJoin('itemWave', 'itemWave.itemId', 'item.id')
    .where('item.id', '=', id)
    .select(['itemWave.fullBand', 'itemWave.lowBand'])
    .executeTakeFirst()
