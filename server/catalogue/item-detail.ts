import { sql, type ExpressionBuilder } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { builtOnce } from '#server/db/built-once.ts'
import { plannedOnce, type Db } from '#server/db/connect.ts'
import type { DB, ItemKind } from '#server/db/types.ts'
import { contentCounts, idOfSlug, isShown, shown, shownOfKind } from '#server/items/index.ts'
import type { Page } from '#server/search/index.ts'
import { selectCards } from './cards.ts'

type Of = ExpressionBuilder<DB, 'item'>

const selectDetail = (db: Db, viewer: number) =>
  selectCards(db).select((select) => [
    'item.description',
    'item.fansOf',
    'item.status',
    'account.avatarKey',
    'item.miniWave',
    select
      .exists(
        select
          .selectFrom('itemLike')
          .whereRef('itemLike.itemId', '=', 'item.id')
          .where('itemLike.accountId', '=', viewer)
          .select('itemLike.itemId'),
      )
      .as('liked'),
    select
      .exists(
        select.selectFrom('itemWaiting').whereRef('itemWaiting.itemId', '=', 'item.id').select('itemWaiting.itemId'),
      )
      .as('isWaiting'),
    select
      .selectFrom('license')
      .whereRef('license.itemId', '=', 'item.id')
      .where('license.type', '<>', 'EXCLUSIVE')
      .select(sql<number>`coalesce(sum(sold), 0)`.as('leasesSold'))
      .as('leasesSold'),
    jsonArrayFrom(licensesOf(select)).as('licenses'),
    jsonArrayFrom(filesOf(select)).as('files'),
  ])

/** Licenses in the order of their type: MP3, WAV, PREMIUM, EXCLUSIVE. */
const licensesOf = (select: Of) =>
  select
    .selectFrom('licenseOnOffer as license')
    .whereRef('license.itemId', '=', 'item.id')
    .select(['license.id', 'license.type', 'license.priceCents', 'license.enabled', 'license.featured', 'license.sold'])
    .orderBy('license.type')
    .$narrowType<{
      id: number
      type: 'MP3' | 'WAV' | 'PREMIUM' | 'EXCLUSIVE'
      priceCents: number
      enabled: boolean
      featured: boolean
      sold: number
    }>()

/** The present version of each file; those that were made of tracks are one line. Storage keys are left out. */
const filesOf = (select: Of) =>
  select
    .selectFrom('itemFile')
    .whereRef('itemFile.itemId', '=', 'item.id')
    .where('isPresent', '=', true)
    .groupBy(['role', 'mediaType', sql`track_id is null`])
    .select([
      'role',
      'mediaType',
      sql<string>`case when count(track_id) > 1 then count(track_id) || ' files' else min(name) end`.as('name'),
      sql<number>`sum(size_bytes)::bigint`.as('sizeBytes'),
    ])
    .orderBy('role')

const byId = builtOnce((db, { id, viewer }: { id: number; viewer: number }) =>
  selectDetail(db, viewer).where('item.id', '=', id).modifyEnd(plannedOnce),
)
const bySlug = builtOnce((db, { slug, viewer }: { slug: string; viewer: number }) =>
  selectDetail(db, viewer).where(isShown).where('item.slug', '=', slug).modifyEnd(plannedOnce),
)
const NOBODY = 0

/** Also of an item without a public page. */
export const findDetail = async (db: Db, id: number, viewer: number | null) =>
  (await byId(db, { id, viewer: viewer ?? NOBODY }))[0]

/** The detail of an item with a public page, by its present slug, or else by an earlier one. */
export async function findDetailOfSlug(db: Db, slug: string, account: number | null) {
  const viewer = account ?? NOBODY
  const [row] = await bySlug(db, { slug, viewer })
  if (row) return row
  const id = await idOfSlug(db, slug)
  return id ? (await byId(db, { id, viewer }))[0] : undefined
}

export type DetailRow = NonNullable<Awaited<ReturnType<typeof findDetail>>>
export type LicenseRow = DetailRow['licenses'][number]
export type FileRow = DetailRow['files'][number]

/** Tracks in order, each with its beat if that is sold alone too. */
const tracks = (db: Db, itemId: number) =>
  db
    .selectFrom('itemTrack')
    .leftJoin(shown(db).where('item.status', '=', 'published').select(['item.id', 'item.slug']).as('beat'), (join) =>
      join.onRef('beat.id', '=', 'itemTrack.beatId'),
    )
    .where('itemTrack.itemId', '=', itemId)
    .where('itemTrack.removedAt', 'is', null)
    .select([
      'itemTrack.id',
      'itemTrack.title',
      'itemTrack.path',
      'itemTrack.bpm',
      'itemTrack.musicKey',
      'itemTrack.durationMs',
      'itemTrack.previewKey',
      'beat.id as beatId',
      'beat.slug as beatSlug',
    ])
    .orderBy('itemTrack.position')
    .modifyEnd(plannedOnce)

export const listTracks = (db: Db, itemId: number, { page, limit }: Page) =>
  tracks(db, itemId)
    .limit(limit)
    .offset(page * limit)
    .execute()

const MOST_HEARD = 500
export const listHeard = (db: Db, itemId: number) =>
  tracks(db, itemId).where('itemTrack.previewKey', 'is not', null).limit(MOST_HEARD).execute()

/** Counts all files of an item, not only those of one page. */
export const countTracks = (db: Db, itemId: number) =>
  db
    .selectFrom('itemTrack')
    .where('itemId', '=', itemId)
    .where('removedAt', 'is', null)
    .select((all) => [all.fn.countAll<number>().as('filesCount'), ...contentCounts])
    .modifyEnd(plannedOnce)
    .executeTakeFirstOrThrow()
export type TrackCounts = Awaited<ReturnType<typeof countTracks>>
export type TrackRow = Awaited<ReturnType<typeof listTracks>>[number]

export const findWave = (db: Db, kind: ItemKind, id: number) =>
  shownOfKind(db, kind)
    .innerJoin('itemWave', 'itemWave.itemId', 'item.id')
    .where('item.id', '=', id)
    .select(['itemWave.fullBand', 'itemWave.lowBand'])
    .modifyEnd(plannedOnce)
    .executeTakeFirst()
