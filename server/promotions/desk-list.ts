import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { PromotionStatus, Tier } from '#contract/promotion-values.ts'
import type { DeskPromotion } from '#contract/promotions.ts'
import type { Db } from '#server/db/connect.ts'
import { countReached, listPages } from '#server/db/list-pages.ts'
import { containing } from '#server/db/like.ts'
import { notFound } from '#server/errors.ts'
import { avatarUrl } from '#server/http/media-url.ts'
import { owedPerDay } from './figures.ts'
import { presentFacts } from './present.ts'
import { factsOf, promotionsIn } from './rows.ts'

/**
 * In words that indexes know. A promotion whose item went off sale is among the active ones for up to a minute more, as
 * asking each item would take far longer than the page; its row says that it is paused.
 */
const IN_STATUS: Record<PromotionStatus, RawBuilder<SqlBool>> = {
  active: sql`promotion.state = 'active'`,
  paused: sql`promotion.state = 'paused'`,
  canceled: sql`promotion.ended_for = 'canceled'`,
  ended: sql`promotion.ended_for <> 'canceled'`,
}

type Asked = {
  q: string
  status?: PromotionStatus | undefined
  tier?: Tier | undefined
  isLate?: boolean | undefined
  seller?: number | undefined
}
type Page = { page: number; limit: number; now: Date }

type Given = { now: Date; tier: Tier | undefined; seller: number | undefined; words: string[]; parts: string[] }
type Shape = Pick<Asked, 'status' | 'isLate'> & { isSearch: boolean; hasTier: boolean; hasSeller: boolean }

function filtersOf(given: Given, { status, isLate, isSearch, hasTier, hasSeller }: Shape) {
  const late = sql<SqlBool>`promotion.state = 'active' and promotion.delivered < promotion.guaranteed * least(1,
    1 - extract(epoch from promotion.ends_at - ${given.now}::timestamptz) / (promotion.days * 86400))`
  // a null of the joins meets no word
  const hasWords = sql<SqlBool>`not exists (select from unnest(${given.words}::text[], ${given.parts}::text[])
    as typed (word, part) where (promotion.id::text = word or item.title || ' ' || account.handle ilike part) is not true)`
  return [
    ...(isSearch ? [hasWords] : []),
    ...(status ? [IN_STATUS[status]] : []),
    ...(hasTier ? [sql<SqlBool>`promotion.tier = ${given.tier}`] : []),
    ...(isLate === undefined ? [] : [isLate ? late : sql<SqlBool>`not (${late})`]),
    ...(hasSeller ? [sql<SqlBool>`promotion.account_id = ${given.seller}`] : []),
  ]
}

/** A search for nothing joins no item and no seller. */
const searched = (db: Db) =>
  db
    .selectFrom('promotion')
    .leftJoin('item', 'item.id', 'promotion.itemId')
    .leftJoin('account', 'account.id', 'promotion.accountId')

const countIn = (status: PromotionStatus) => countReached(sql`select from promotion where ${IN_STATUS[status]}`)

const pageAtDesk = listPages(
  (db, given: Given, shape: Shape) => ({
    found: searched(db)
      .where((and) => and.and(filtersOf(given, shape)))
      .select('promotion.id')
      .orderBy('promotion.id', 'desc'),
    rowOf: (id) => withDeskFacts(promotionsIn(db).where('promotion.id', '=', id)),
  }),
  { active: countIn('active'), paused: countIn('paused'), canceled: countIn('canceled'), ended: countIn('ended') },
)

/** One page, newest first. */
export async function listAtDesk(db: Db, { q, status, isLate, tier, seller }: Asked, { page, limit, now }: Page) {
  const words = q.split(/\s+/).filter(Boolean)
  const isSearch = words.length > 0
  const { above: counts, ...found } = await pageAtDesk(db, {
    given: { now, tier, seller, words, parts: words.map(containing) },
    shape: { status, isLate, isSearch, hasTier: tier !== undefined, hasSeller: seller !== undefined },
    page,
    limit,
    isSearch,
  })
  return { ...found, counts }
}

const withDeskFacts = (found: ReturnType<typeof promotionsIn>) =>
  factsOf(found)
    .leftJoin('orderLine as line', 'line.id', 'promotion.lineId')
    .leftJoin('shopOrder', 'shopOrder.id', 'line.orderId')
    .leftJoin('account as admin', 'admin.id', 'promotion.heldBy')
    .select(['shopOrder.id as orderId', 'shopOrder.number as orderNumber', 'admin.handle as heldByName'])
type DeskRow = Awaited<ReturnType<ReturnType<typeof withDeskFacts>['execute']>>[number]

export const presentAtDesk = (row: DeskRow, now: Date): DeskPromotion => ({
  ...presentFacts(row, now),
  seller: { id: row.accountId, name: row.handle, avatarUrl: avatarUrl(row.avatarKey), plan: row.plan },
  orderId: row.orderId,
  orderNumber: row.orderNumber,
  held: row.heldAt === null ? null : { reason: row.heldFor ?? '', at: row.heldAt.toISOString(), by: row.heldByName },
  owedPerDay: row.state === 'ended' ? 0 : owedPerDay(row, now),
})

export async function findAtDesk(db: Db, id: number, now: Date) {
  const row = await withDeskFacts(promotionsIn(db)).where('promotion.id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Promotion')
  return presentAtDesk(row, now)
}
