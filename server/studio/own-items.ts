import { sql, type SqlBool } from 'kysely'
import type { OwnSort, OwnStatus } from '#contract/studio-values.ts'
import type { Db } from '#server/db/connect.ts'
import { containing } from '#server/db/like.ts'
import type { ItemKind } from '#server/db/types.ts'
import { notFound } from '#server/errors.ts'
import { contentCounts, factColumns, kindNames } from '#server/items/index.ts'
import { splitStates } from '#server/shares/index.ts'

export type OwnList = { kinds: ItemKind[]; q: string; status: OwnStatus; sort: OwnSort }
type Page = { page: number; limit: number }

const owned = (db: Db, ownerId: number) =>
  db
    .selectFrom('item')
    .innerJoin('itemStat', 'itemStat.itemId', 'item.id')
    .where('item.ownerId', '=', ownerId)
    .where('item.deletedAt', 'is', null)

const rows = (db: Db, ownerId: number) =>
  owned(db, ownerId)
    .innerJoin('account', 'account.id', 'item.ownerId')
    .leftJoin('style', 'style.id', 'item.styleId')
    .leftJoin('itemProposal as proposal', 'proposal.itemId', 'item.id')
    .leftJoin('promotion', (join) =>
      join.onRef('promotion.itemId', '=', 'item.id').on('promotion.state', '<>', 'ended'),
    )
    .select([
      ...factColumns,
      'item.description',
      'item.fansOf',
      'item.hasTag',
      'item.status',
      'item.statusReason',
      'item.updatedAt',
      (select) =>
        select
          .selectFrom('review')
          .whereRef('review.itemId', '=', 'item.id')
          .where('review.decidedAt', 'is', null)
          .where('item.status', 'in', ['published', 'paused', 'taken_down']) // a sold item keeps its title
          .select('review.proposedTitle')
          .as('proposedTitle'),
      'promotion.id as promotionId',
      'promotion.tier as promotionTier',
      'promotion.endsAt as promotionEndsAt',
      'promotion.pausedAt as promotionPausedAt',
      'proposal.state as proposalState',
      'proposal.failure',
      'proposal.hasAudio',
      'proposal.hasCover',
      'proposal.coverKey as proposedCoverKey',
      'proposal.hasTag as proposedHasTag',
      'itemStat.plays',
      'itemStat.likes',
      'itemStat.sales',
      'itemStat.downloads',
      'itemStat.earningsCents',
    ])
export type OwnRow = Awaited<ReturnType<ReturnType<typeof rows>['execute']>>[number]

const orders = {
  updated: 'item.updatedAt',
  sales: 'itemStat.sales',
  plays: 'itemStat.plays',
  price: 'item.priceCents',
  earnings: 'itemStat.earningsCents',
  downloads: 'itemStat.downloads',
} as const satisfies Record<OwnSort, string>

/** A page of the seller's items, and their numbers by status. */
export async function listOwn(db: Db, ownerId: number, { kinds, q, status, sort }: OwnList, { page, limit }: Page) {
  const wanted = [ofKinds(kinds), ...withWords(q), ...inStatus(status)]
  const [items, { total }, counts] = await Promise.all([
    rows(db, ownerId)
      .where((and) => and.and(wanted))
      .orderBy(orders[sort], 'desc')
      .orderBy('item.id', 'desc')
      .limit(limit)
      .offset(page * limit)
      .execute(),
    owned(db, ownerId)
      .where((and) => and.and(wanted))
      .select((all) => all.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
    countOwn(db, ownerId, kinds),
  ])
  return { rows: items, total, counts }
}

const ofKinds = (kinds: ItemKind[]) => sql<SqlBool>`item.kind = any(${kinds}::item_kind[])`
const inStatus = (status: OwnStatus) => {
  if (status === 'all') return []
  return [status === 'published' ? sql<SqlBool>`item.status = 'published'` : sql<SqlBool>`item.status <> 'published'`]
}

/** Each word must stand somewhere in title, tags or genre. */
const withWords = (q: string) =>
  q
    .split(/\s+/)
    .filter(Boolean)
    .map(
      (word) =>
        sql<SqlBool>`(item.title || ' ' || array_to_string(item.tags, ' ') || ' ' || item.genre)
          ilike ${containing(word)}`,
    )

const countOwn = (db: Db, ownerId: number, kinds: ItemKind[]) =>
  owned(db, ownerId)
    .where(ofKinds(kinds))
    .select((all) => [
      all.fn.countAll<number>().as('all'),
      sql<number>`count(*) filter (where item.status = 'published')`.as('published'),
      sql<number>`count(*) filter (where item.status <> 'published')`.as('drafts'),
    ])
    .executeTakeFirstOrThrow()

/** One of the owner's items. Other people's and deleted ones answer 404. */
export async function findOwn(db: Db, ownerId: number, kind: ItemKind | null, id: number) {
  const row = await rows(db, ownerId)
    .where('item.id', '=', id)
    .$if(kind !== null, (query) => query.where('item.kind', '=', kind!))
    .executeTakeFirst()
  if (!row) throw notFound(kind ? kindNames[kind] : 'Item')
  return row
}

/** The parts that every own item shows: its split, licenses, present files and the numbers of its contents. */
export async function partsOf(db: Db, ids: number[]) {
  const ofThese = sql<SqlBool>`item_id = any(${ids}::bigint[])`
  const [splits, licenses, files, contents] = await Promise.all([
    splitStates(db, ids),
    db
      .selectFrom('license')
      .where(ofThese)
      .select(['id', 'itemId', 'type', 'priceCents', 'enabled', 'featured', 'sold'])
      .orderBy('type')
      .execute(),
    db
      .selectFrom('itemFile')
      .where(ofThese)
      .where('isPresent', '=', true)
      .where('trackId', 'is', null)
      .select(['itemId', 'role', 'mediaType', 'name', 'sizeBytes'])
      .orderBy('id')
      .execute(),
    db
      .selectFrom('itemTrack')
      .where(ofThese)
      .where('removedAt', 'is', null)
      .groupBy('itemId')
      .select([
        'itemId',
        ...contentCounts,
        sql<number>`count(*) filter (where right(lower(path), 4) = '.mp3')`.as('mp3s'),
      ])
      .execute(),
  ])
  // a table has thousands of items: to look through all rows for each would take seconds
  const licensesOf = Map.groupBy(licenses, ({ itemId }) => itemId)
  const filesOf = Map.groupBy(files, ({ itemId }) => itemId)
  const contentsOf = new Map(contents.map((one) => [one.itemId, one]))
  return (id: number) => ({
    split: splits(id),
    licenses: licensesOf.get(id) ?? [],
    files: filesOf.get(id) ?? [],
    contents: contentsOf.get(id) ?? { samples: 0, loops: 0, presets: 0, mp3s: 0 },
  })
}
export type OwnParts = ReturnType<Awaited<ReturnType<typeof partsOf>>>
