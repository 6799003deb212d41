import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { PromotionStatus, Tier } from '#contract/promotion-values.ts'
import type { DeskPromotion } from '#contract/promotions.ts'
import { listed, plannedOnce, type Db } from '#server/db/connect.ts'
import { countUpTo, REACH } from '#server/db/count-up-to.ts'
import { onePage } from '#server/db/one-page.ts'
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

function filtersOf({ q, status, tier, isLate, seller }: Asked, now: Date) {
  const words = q.split(/\s+/).filter(Boolean)
  const late = sql<SqlBool>`promotion.state = 'active' and promotion.delivered < promotion.guaranteed * least(1,
    1 - extract(epoch from promotion.ends_at - ${now}::timestamptz) / (promotion.days * 86400))`
  return [
    ...words.map(
      (word) =>
        sql<SqlBool>`(item.title || ' ' || account.handle ilike ${containing(word)} or promotion.id::text = ${word})`,
    ),
    ...(status ? [IN_STATUS[status]] : []),
    ...(tier ? [sql<SqlBool>`promotion.tier = ${tier}`] : []),
    ...(isLate === undefined ? [] : [isLate ? late : sql<SqlBool>`not (${late})`]),
    ...(seller === undefined ? [] : [sql<SqlBool>`promotion.account_id = ${seller}`]),
  ]
}

/** A count that looks at no item and no seller joins none. */
const searched = (db: Db) =>
  db
    .selectFrom('promotion')
    .leftJoin('item', 'item.id', 'promotion.itemId')
    .leftJoin('account', 'account.id', 'promotion.accountId')

/** One page, newest first. */
export async function listAtDesk(db: Db, asked: Asked, { page, limit, now }: Page) {
  const found = searched(db).where((and) => and.and(filtersOf(asked, now)))
  const shown = onePage(found.select('promotion.id').orderBy('promotion.id', 'desc'), { page, limit })
  const [rows, count, counts] = await Promise.all([
    shown.execute().then((some) =>
      rowsOf(
        db,
        some.map(({ id }) => id),
      ),
    ),
    countUpTo(db, found),
    countByStatus(db),
  ])
  return { rows, ...count, counts }
}

async function countByStatus(db: Db): Promise<Record<PromotionStatus, number>> {
  const count = (status: PromotionStatus) =>
    sql<number>`(select count(*) from (select from promotion where ${IN_STATUS[status]} limit ${sql.lit(REACH)}) one)`
  return db
    .selectNoFrom([
      count('active').as('active'),
      count('paused').as('paused'),
      count('canceled').as('canceled'),
      count('ended').as('ended'),
    ])
    .modifyEnd(plannedOnce)
    .executeTakeFirstOrThrow()
}

/** A statement of its own, since its plan can be kept: making it takes longer than reading fifty rows. */
const rowsOf = (db: Db, ids: readonly number[]) =>
  withDeskFacts(promotionsIn(db).where(sql<SqlBool>`promotion.id = any(${listed(ids)})`))
    .orderBy('promotion.id', 'desc')
    .modifyEnd(plannedOnce)
    .execute()

const withDeskFacts = (found: ReturnType<typeof promotionsIn>) =>
  factsOf(found)
    .leftJoin('orderLine as line', 'line.id', 'promotion.lineId')
    .leftJoin('shopOrder', 'shopOrder.id', 'line.orderId')
    .leftJoin('account as admin', 'admin.id', 'promotion.heldBy')
    .select(['shopOrder.id as orderId', 'shopOrder.number as orderNumber', 'admin.handle as heldByName'])
type DeskRow = Awaited<ReturnType<typeof listAtDesk>>['rows'][number]

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
