import { sql } from 'kysely'
import type { Plan } from '#contract/plans.ts'
import type { LicenseType } from '#contract/license-types.ts'
import type { Db } from '#server/db/connect.ts'

/** Sold licenses with the facts that their documents and their public pages show. Kits have none. */
const licenses = (db: Db) =>
  db
    .selectFrom('purchase')
    .innerJoin('licensePaper as paper', 'paper.purchaseId', 'purchase.id')
    .innerJoin('termsVersion as terms', 'terms.id', 'purchase.termsId')
    .innerJoin('item', 'item.id', 'purchase.itemId')
    .innerJoin('orderLine as line', 'line.id', 'purchase.lineId')
    .innerJoin('shopOrder as order', 'order.id', 'line.orderId')
    .innerJoin('account as seller', 'seller.id', 'purchase.sellerId')
    .leftJoin('style', 'style.id', 'item.styleId')
    .leftJoin('itemWave as wave', 'wave.itemId', 'item.id')
    .leftJoin('itemFile as master', 'master.id', 'paper.masterId')
    .leftJoin('licensePaper as later', 'later.purchaseId', 'purchase.supersededBy')
    .select([
      'purchase.id',
      'purchase.itemId',
      'purchase.buyerId',
      'purchase.sellerId',
      'purchase.title',
      'purchase.licenseType',
    ])
    .select(['purchase.cents', 'purchase.state', 'purchase.grantedAt', 'purchase.endedAt'])
    .select(['paper.number', 'paper.buyerName', 'paper.buyerHandle', 'paper.sellerName', 'paper.sellerHandle'])
    .select(['paper.storageKey', 'terms.terms', 'terms.since as termsSince', 'order.number as orderNumber'])
    .select(['item.kind', 'item.bpm', 'item.musicKey', 'item.durationMs', 'item.trackCount', 'item.publishedAt'])
    .select(['item.coverKey', 'item.slug'])
    .select([
      sql<string | null>`case when seller.deleted_at is null then seller.handle end`.as('sellerHandleNow'),
      sql<Plan>`case when seller.deleted_at is null then seller.plan else 'free' end`.as('sellerPlan'),
    ])
    .select(['style.slug as styleSlug', 'style.code as styleCode', 'style.line as styleLine'])
    .select(['wave.fullBand', 'wave.lowBand', 'master.sha256 as master', 'later.number as laterNumber'])
    .select(
      sql<boolean>`item.status in ('published', 'sold') and item.deleted_at is null and seller.deleted_at is null
        and seller.banned_at is null`.as('isShown'),
    )
    .select(
      sql<number>`(select count(*) from terms_version earlier
        where earlier.license_type = terms.license_type and earlier.id <= terms.id)`.as('termsVersion'),
    )
    .$narrowType<{ kind: 'beat' | 'pack'; licenseType: LicenseType }>()

export const licenseByNumber = (db: Db, number: string) =>
  licenses(db).where('paper.number', '=', number).executeTakeFirst()
export const licenseOf = (db: Db, purchaseId: number) =>
  licenses(db).where('purchase.id', '=', purchaseId).executeTakeFirst()
export type LicenseRow = NonNullable<Awaited<ReturnType<typeof licenseOf>>>

/** The files of a license as they were sold. A pack's archive is not among them: its buyers get the tracks in it. */
export async function listFiles(db: Db, { id, title, grantedAt }: LicenseRow) {
  const files = await db
    .selectFrom('purchaseFile')
    .innerJoin('itemFile as file', 'file.id', 'purchaseFile.fileId')
    .leftJoin('itemTrack as track', 'track.id', 'file.trackId')
    .where('purchaseFile.purchaseId', '=', id)
    .where('file.role', '<>', 'archive')
    .where((or) => or.or([or('track.removedAt', 'is', null), or('track.removedAt', '>=', grantedAt)]))
    .select(['file.role', 'file.mediaType', 'file.version', 'file.sizeBytes', 'file.sha256', 'track.title as track'])
    .orderBy('file.role')
    .orderBy('track.position')
    .execute()
  return files.map(({ role, mediaType, track, ...file }) => ({
    ...file,
    name: `${track ?? title}${ROLES[role] ?? ''}.${mediaType === 'audio/mpeg' ? 'mp3' : mediaType === 'audio/wav' ? 'wav' : 'zip'}`,
  }))
}
const ROLES: Partial<Record<string, string>> = { stems: ' (stems)', project: ' (project)' }

/** The tracks of a pack as it was sold. A track that its seller had taken out before is not among them. */
export const listTracks = (db: Db, { itemId, kind, grantedAt, id }: LicenseRow) =>
  db
    .selectFrom('itemTrack as track')
    .where('track.itemId', '=', kind === 'pack' ? itemId : 0)
    .where((or) => or.or([or('track.removedAt', 'is', null), or('track.removedAt', '>=', grantedAt)]))
    .where((or) =>
      or.or([
        or('track.archiveId', 'is', null), // its archive was packed by hand
        or('track.archiveId', 'in', or.selectFrom('purchaseFile').where('purchaseId', '=', id).select('fileId')),
      ]),
    )
    .where('track.sha256', 'is not', null)
    .select(['track.title', 'track.sizeBytes', 'track.sha256'])
    .$narrowType<{ sha256: Buffer }>()
    .orderBy('track.position')
    .orderBy('track.id')
    .execute()
