import { sql } from 'kysely'
import { PLANS } from '#contract/plans.ts'
import type { PayoutSummary } from '#contract/payouts.ts'
import type { Db } from '#server/db/connect.ts'
import { mediaUrl } from '#server/http/media-url.ts'
import { dollars } from '#server/money.ts'
import type { App } from '#server/services.ts'
import { payableOf } from './payable.ts'
import { restsUntil } from './rest.ts'
import { nextMonday } from './week.ts'

const NEXT_SALES = 3

/** Where a person's money is, and where it goes. */
export async function presentSummary({ db, clock }: App, accountId: number): Promise<PayoutSummary> {
  const now = clock.now()
  const [{ available, pending, held }, target, sales, paidOut] = await Promise.all([
    payableOf(db, accountId, now),
    findTarget(db, accountId),
    salesThatClear(db, accountId, now),
    paidOutTo(db, accountId),
  ])
  const { paypalEmail, legalName, country } = target
  return {
    balance: dollars(available),
    onHold: dollars(held),
    pending: dollars(pending),
    clearsAt: sales[0]?.last.toISOString() ?? null,
    pendingSales: sales[0]?.count ?? 0,
    clearing: sales.map(({ id, at, title, label, coverKey, cents }) => ({
      id,
      at: at.toISOString(),
      title,
      license: label,
      coverUrl: coverKey && mediaUrl(`${coverKey}/640.webp`),
      amount: dollars(cents),
    })),
    paypalEmail,
    isPaypalLinked: paypalEmail !== null,
    linkedAt: paypalEmail === null ? null : (target.changedAt?.toISOString() ?? null),
    autoPayout: paypalEmail !== null && target.autoPayout,
    legalName,
    country,
    restsUntil: restsUntil(target, now)?.toISOString() ?? null,
    nextWeekly: nextMonday(now).toISOString(),
    canSameDay: PLANS[target.plan].hasSameDayPayouts,
    paidOut: dollars(paidOut),
  }
}

const findTarget = (db: Db, accountId: number) =>
  db
    .selectFrom('account')
    .leftJoin('payoutTarget as target', 'target.accountId', 'account.id')
    .where('account.id', '=', accountId)
    .select(['plan', 'legalName', 'emailChangedAt', 'passwordChangedAt', 'paypalEmail', 'country', 'changedAt'])
    .select(sql<boolean>`coalesce(auto_payout, true)`.as('autoPayout'))
    .executeTakeFirstOrThrow()

type Sale = {
  id: number
  at: Date
  title: string
  label: string
  coverKey: string | null
  cents: number
  last: Date
  count: number
}

/** The sales that clear next, each with the number of all and the time of the last. */
const salesThatClear = async (db: Db, accountId: number, now: Date) =>
  (
    await sql<Sale>`with sale as (
      select line.subject, min(line.available_at) as at, sum(line.cents)::bigint as cents from ledger_line line
      join ledger_account owned on owned.id = line.account_id
      where owned.kind = 'earnings' and owned.owner_id = ${accountId} and line.available_at > ${now}
      and line.subject like 'order-line:%' group by line.subject having sum(line.cents) > 0)
    select sold.id, sale.at, sold.title, sold.label, item.cover_key, sale.cents,
      max(sale.at) over () as last, count(*) over ()::int as count
      from sale join order_line sold on sold.id = substring(sale.subject from 12)::bigint
      left join item on item.id = sold.item_id order by sale.at, sold.id limit ${NEXT_SALES}`.execute(db)
  ).rows

const paidOutTo = async (db: Db, accountId: number) =>
  (
    await db
      .selectFrom('payout')
      .where('accountId', '=', accountId)
      .where('state', '=', 'paid')
      .select(sql<number>`coalesce(sum(gross_cents - fee_cents), 0)::bigint`.as('cents'))
      .executeTakeFirstOrThrow()
  ).cents
