import { sql, type SqlBool } from 'kysely'
import type { Plan } from '#contract/plans.ts'
import { LIBRARY_TABS, type LibrarySort, type LibraryTab } from '#contract/library-values.ts'
import { LICENSE_NAMES, type LicenseType } from '#contract/license-types.ts'
import { PROBLEM_DAYS } from '#contract/problem-values.ts'
import type { LibraryPurchase } from '#contract/purchases.ts'
import type { Db } from '#server/db/connect.ts'
import { containing } from '#server/db/like.ts'
import { ApiError, notFound } from '#server/errors.ts'
import { mediaUrl } from '#server/http/media-url.ts'
import { kinds, presentStyle, presentWave, seconds } from '#server/items/index.ts'
import { dollars } from '#server/money.ts'

const DAY = 24 * 60 * 60_000

const purchasesOf = (db: Db, buyer: number) =>
  db
    .selectFrom('purchase')
    .innerJoin('item', 'item.id', 'purchase.itemId')
    .innerJoin('account as seller', 'seller.id', 'purchase.sellerId')
    .leftJoin('style', 'style.id', 'item.styleId')
    .leftJoin('licensePaper as paper', 'paper.purchaseId', 'purchase.id')
    .where('purchase.buyerId', '=', buyer)

const rowsOf = (db: Db, buyer: number) =>
  purchasesOf(db, buyer)
    .leftJoinLateral(
      (one) =>
        one
          .selectFrom('purchaseProblem')
          .whereRef('purchaseProblem.purchaseId', '=', 'purchase.id')
          .select(['purchaseProblem.id', 'purchaseProblem.state'])
          .orderBy('purchaseProblem.id', 'desc')
          .limit(1)
          .as('problem'),
      (join) => join.onTrue(),
    )
    .select([
      'purchase.id',
      sql<'beat' | 'pack' | 'kit'>`purchase.kind`.as('kind'),
      'purchase.lineId',
      'purchase.itemId',
      'purchase.sellerId',
      'purchase.licenseType',
      'purchase.title',
      'purchase.cents',
      'purchase.state',
      'purchase.supersededBy',
      'purchase.termsId',
      'purchase.grantedAt',
      'purchase.endedAt',
      'paper.number',
      'paper.storageKey as paperKey',
      'paper.sellerHandle as creditName',
      sql<string>`case when seller.deleted_at is null then seller.handle
      else coalesce(paper.seller_handle, 'Deleted user') end`.as('artist'),
      sql<Plan>`case when seller.deleted_at is null then seller.plan else 'free' end`.as('sellerPlan'),
      'item.coverKey',
      'item.kitType',
      'item.bpm',
      'item.musicKey',
      'item.durationMs',
      'item.miniWave',
      'style.slug as styleSlug',
      'style.code as styleCode',
      'style.line as styleLine',
      'problem.id as problemId',
      'problem.state as problemState',
      sql<boolean>`exists (select from account where id = purchase.buyer_id and banned_at is not null)`.as('isBanned'),
      sql<string | null>`case when item.status in ('published', 'sold') and item.deleted_at is null
      and seller.deleted_at is null and seller.banned_at is null then item.slug end`.as('slug'),
    ])
export type PurchaseRow = Awaited<ReturnType<ReturnType<typeof rowsOf>['execute']>>[number]

/** An own purchase. Those of other people are not found. */
export async function findPurchase(db: Db, buyer: number, id: number, kind?: PurchaseRow['kind']) {
  const row = await rowsOf(db, buyer).where('purchase.id', '=', id).executeTakeFirst()
  if (!row || (kind && row.kind !== kind)) throw notFound('Purchase')
  return row
}

/** A purchase whose files its buyer may have. Files of a replaced license stay with the buyer; refunded ones don't. */
export async function findHeld(db: Db, buyer: number, id: number, kind?: PurchaseRow['kind']) {
  const row = await findPurchase(db, buyer, id, kind)
  if (row.state === 'refunded') throw new ApiError(410, 'refunded', 'This purchase was refunded. Its files are gone.')
  return row
}

export const allPurchases = (db: Db, buyer: number) =>
  rowsOf(db, buyer).orderBy('purchase.grantedAt', 'desc').orderBy('purchase.id', 'desc').execute()

export const purchasesOfOrder = (db: Db, buyer: number, orderId: number) =>
  rowsOf(db, buyer)
    .innerJoin('orderLine as line', 'line.id', 'purchase.lineId')
    .where('line.orderId', '=', orderId)
    .select('line.refundedCents')
    .orderBy('line.position')
    .execute()

type Asked = { tab: LibraryTab; q: string; sort: LibrarySort; item?: number | undefined; page: number; limit: number }

/** One page of a library, and how many purchases each tab has. */
export async function listLibrary(db: Db, buyer: number, { tab, q, sort, item, page, limit }: Asked) {
  const wanted = sql<SqlBool>`${found(q)} and ${item === undefined ? sql`true` : sql`purchase.item_id = ${item}`}`
  const counted = await purchasesOf(db, buyer)
    .where(wanted)
    .groupBy('purchase.kind')
    .select((all) => [sql<LibraryTab>`purchase.kind`.as('tab'), all.fn.countAll<number>().as('total')])
    .execute()
  const counts = Object.fromEntries(LIBRARY_TABS.map((name) => [name, 0])) as Record<LibraryTab, number>
  for (const { tab: name, total } of counted) {
    counts[name] += total
    counts.all += total
  }
  const rows = await rowsOf(db, buyer)
    .where(wanted)
    .$if(tab !== 'all', (some) => some.where('purchase.kind', '=', tab))
    .orderBy(orders[sort])
    .orderBy('purchase.grantedAt', 'desc')
    .orderBy('purchase.id', 'desc')
    .limit(limit)
    .offset(page * limit)
    .execute()
  return { rows, counts }
}

const orders = {
  kind: sql`array_position(array['beat', 'pack', 'kit'], purchase.kind)`,
  newest: sql`purchase.granted_at desc`,
  title: sql`lower(purchase.title)`,
  price: sql`purchase.cents desc`,
}

/** Words are found in the title, the type and the purchase's id, which people see as P-7. */
function found(q: string) {
  const words = q.trim()
  const pattern = containing(words)
  return sql<SqlBool>`(${words === ''} or purchase.title ilike ${pattern} or purchase.kind ilike ${pattern}
    or item.kit_type::text ilike ${pattern} or 'P-' || purchase.id ilike ${pattern})`
}

const licenseUrl = ({ id, licenseType }: PurchaseRow) => (licenseType ? `/api/purchases/${id}/license` : null)
const places = { beat: 'beats', pack: 'packs', kit: 'kits' } as const
const states = { owned: 'owned', superseded: 'replaced', refunded: 'refunded' } as const
const nameOf = (type: LicenseType | null) => type && LICENSE_NAMES[type]

/** A problem that the seller or the operator has decided is not opened again. A banned buyer opens none. */
const reportUntil = ({ state, problemState, grantedAt, isBanned }: PurchaseRow) =>
  isBanned || state !== 'owned' || problemState === 'declined' || problemState === 'refunded'
    ? null
    : new Date(grantedAt.getTime() + PROBLEM_DAYS * DAY)

export const presentPurchase = (row: PurchaseRow): LibraryPurchase => ({
  purchaseId: row.id,
  type: row.kind,
  title: row.title,
  img: row.coverKey && mediaUrl(`${row.coverKey}/640.webp`),
  artist: row.artist,
  creditName: row.creditName,
  slug: row.slug,
  licenseType: row.licenseType,
  licenseName: nameOf(row.licenseType),
  licenseNumber: row.number,
  licenseUrl: licenseUrl(row),
  pricePaid: dollars(row.cents),
  state: states[row.state],
  zipUrl: row.state === 'refunded' ? null : `/api/purchases/${places[row.kind]}/${row.id}/download?file=zip`,
  purchasedAtIso: row.grantedAt.toISOString(),
  endedAtIso: row.endedAt?.toISOString() ?? null,
  replacedBy: row.supersededBy,
  problem: row.problemId === null ? null : { id: row.problemId, state: row.problemState! },
  reportUntilIso: reportUntil(row)?.toISOString() ?? null,
  itemId: row.itemId,
  kind: kinds[row.kind],
  ownerId: row.sellerId,
  ownerPlan: row.sellerPlan,
  style: presentStyle(row),
  kitType: row.kitType,
  bpm: row.bpm,
  key: row.musicKey,
  durationInSeconds: seconds(row.durationMs),
  wave: row.miniWave && presentWave(row.miniWave),
})
