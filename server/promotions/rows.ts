import { sql, type Selectable } from 'kysely'
import type { PromotionEnd, Tier } from '#contract/promotion-values.ts'
import { PLANS, PLAN_NAMES } from '#contract/plans.ts'
import type { Db, Tx } from '#server/db/connect.ts'
import type { Promotion } from '#server/db/types.ts'
import { notFound } from '#server/errors.ts'

/** Columns whose types the database can’t tell. */
type Known = { tier: Tier; endedFor: PromotionEnd | null }
export type PromotionRow = Omit<Selectable<Promotion>, keyof Known> & Known

/** Locks the promotion. It may belong to anybody. */
export async function lockPromotion(tx: Tx, id: number): Promise<PromotionRow> {
  const row = await tx
    .selectFrom('promotion')
    .where('id', '=', id)
    .selectAll()
    .$narrowType<Known>()
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound('Promotion')
  return row
}

/** Locks an own promotion. Those of other people are not found. */
export async function lockOwn(tx: Tx, accountId: number, id: number) {
  const row = await lockPromotion(tx, id)
  if (row.accountId !== accountId) throw notFound('Promotion')
  return row
}

const withReruns = PLAN_NAMES.filter((plan) => PLANS[plan].hasReruns)

export const WAITS = 'Its item can’t be bought until everybody has accepted a share in it.'
/** Nobody can buy the `item` until all whom its owner asked have accepted a share. */
export const isWaiting = sql<boolean>`exists (select from item_waiting where item_waiting.item_id = item.id)`

/** The item of a `promotion` was sold for money while it ran, and not all of it went back. */
const soldMeanwhile = sql<boolean>`exists (select from order_line line join shop_order sale on sale.id = line.order_id
  where line.item_id = promotion.item_id and line.state = 'granted' and line.total_cents > line.refunded_cents
    and sale.paid_at between promotion.started_at and promotion.ended_at)`

/** Why it can't be run once more for nothing; null if it can. */
const whyNoRerun = sql<string | null>`case
  when promotion.ended_for is null or promotion.ended_for not in ('delivered', 'short')
    then 'Only a promotion that has run to its end can be run again.'
  when promotion.rerun_of is not null then 'This was a rerun already.'
  when exists (select from promotion again where again.rerun_of = promotion.id) then 'It was run again already.'
  when promotion.refunded_cents > 0 then 'It was refunded.'
  when not account.plan::text = any(${withReruns}::text[]) then 'Reruns come with the Growth and Pro plans.'
  when ${soldMeanwhile} then 'Its item was sold meanwhile. A rerun is for items that were not.'
  when item.deleted_at is not null or item.status <> 'published' then 'Its item is not on sale.'
  when ${isWaiting} then ${sql.lit(WAITS)}
  when exists (select from promotion other where other.item_id = promotion.item_id and other.state <> 'ended')
    then 'Its item is promoted already.'
  end`

/** Promotions with what screens show of them. */
export const promotionsIn = (db: Db | Tx) =>
  db
    .selectFrom('promotion')
    .innerJoin('item', 'item.id', 'promotion.itemId')
    .innerJoin('account', 'account.id', 'promotion.accountId')
    .leftJoin('style', 'style.id', 'item.styleId')

export const factsOf = (found: ReturnType<typeof promotionsIn>) =>
  found
    .selectAll('promotion')
    .select(['item.title', 'item.kind', 'item.slug', 'item.coverKey', 'item.status as itemStatus'])
    .select(isWaiting.as('isWaiting'))
    .select(['item.deletedAt', 'account.handle', 'account.avatarKey', 'account.plan'])
    .select(['style.slug as styleSlug', 'style.code as styleCode', 'style.line as styleLine'])
    .$narrowType<Known>()
export type PromotionFacts = Awaited<ReturnType<ReturnType<typeof factsOf>['execute']>>[number]

const withRerun = (found: ReturnType<typeof promotionsIn>) => factsOf(found).select(whyNoRerun.as('whyNoRerun'))
export type OwnPromotion = Awaited<ReturnType<ReturnType<typeof withRerun>['execute']>>[number]

export async function findPromotion(db: Db | Tx, id: number, accountId?: number): Promise<OwnPromotion> {
  const row = await withRerun(promotionsIn(db)).where('promotion.id', '=', id).executeTakeFirst()
  if (!row || (accountId !== undefined && row.accountId !== accountId)) throw notFound('Promotion')
  return row
}

export const promotionsOf = (db: Db | Tx, accountId: number): Promise<OwnPromotion[]> =>
  withRerun(promotionsIn(db)).where('promotion.accountId', '=', accountId).orderBy('promotion.id', 'desc').execute()
