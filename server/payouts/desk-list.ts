import { sql, type ExpressionBuilder, type SelectQueryBuilder } from 'kysely'
import type { DeskPayout } from '#contract/desk-payouts.ts'
import type { Look } from '#contract/payout-values.ts'
import type { Db } from '#server/db/connect.ts'
import { listPages } from '#server/db/list-pages.ts'
import type { DB } from '#server/db/types.ts'
import { notFound } from '#server/errors.ts'
import { csvOf, type Column } from '#server/http/csv.ts'
import { avatarUrl } from '#server/http/media-url.ts'
import type { App } from '#server/services.ts'
import { payoutColumns, presentPayout } from './present.ts'
import { restsUntil } from './rest.ts'

type State = 'waiting' | 'on-the-way' | 'paid' | 'came-back' | undefined
type Payouts<O = object> = SelectQueryBuilder<DB, 'payout', O>

const WAITING = sql<boolean>`payout.state in ('requested', 'processing') and payout.due_at is null`
const FILTERS = {
  waiting: WAITING,
  'on-the-way': sql<boolean>`payout.state in ('requested', 'processing', 'unclaimed')`,
  paid: sql<boolean>`payout.state = 'paid'`,
  'came-back': sql<boolean>`payout.state in ('failed', 'returned')`,
}

const payoutsIn = (db: Db, state: State): Payouts => {
  const all = db.selectFrom('payout')
  return state ? all.where(FILTERS[state]) : all
}

type Asked = { state: State; seller: number | undefined; page: number; limit: number }
type Shape = { state: State; isOfSeller: boolean }

const pageOfPayouts = listPages(
  (db, { seller }: { seller: number | undefined }, { state, isOfSeller }: Shape) => ({
    found: payoutsIn(db, state)
      .$if(isOfSeller, (all) => all.where('payout.accountId', '=', seller!))
      .select('payout.id')
      .orderBy('payout.id', state === 'waiting' ? 'asc' : 'desc'),
    rowOf: (id) => withFacts(db.selectFrom('payout').where('payout.id', '=', id)),
  }),
  { needYou: sql`select count(*) from payout where ${WAITING}` },
)

/** One page, newest first; of those that wait, the oldest first. */
export const listAtDesk = (db: Db, { state, seller, page, limit }: Asked) =>
  pageOfPayouts(db, { given: { seller }, shape: { state, isOfSeller: seller !== undefined }, page, limit })

/** The seller's payouts. Values are written out: the planner keeps no plan that is better with them known. */
const historyOf = (from: ExpressionBuilder<DB, 'payout'>) =>
  from
    .selectFrom('payout as other')
    .whereRef('other.accountId', '=', 'payout.accountId')
    .select([
      sql<number>`(count(*) filter (where other.state = 'paid'))::int`.as('paidBefore'),
      sql<number>`(count(*) filter (where other.state in ('failed', 'returned')))::int`.as('cameBack'),
    ])
    .as('history')

/** Read from an index alone. */
const salesOf = (from: ExpressionBuilder<DB, 'payout'>) =>
  from
    .selectFrom('orderLine')
    .whereRef('sellerId', '=', 'payout.accountId')
    .where(sql<boolean>`order_line.state = 'granted'`)
    .select([
      sql<number>`count(*)::int`.as('sales'),
      sql<number>`(count(*) filter (where refunded_cents > 0))::int`.as('refunds'),
    ])
    .as('sold')

const columns = [
  ...payoutColumns,
  'payout.accountId',
  'payout.looks',
  'payout.askedAt',
  'payout.timesAsked',
  'payout.batch',
] as const

/** What an admin wants to know before money leaves. */
const withFacts = (payouts: Payouts) =>
  payouts
    .innerJoin('account', 'account.id', 'payout.accountId')
    .leftJoin('payoutTarget as target', 'target.accountId', 'payout.accountId')
    .innerJoinLateral(salesOf, (join) => join.onTrue())
    .innerJoinLateral(historyOf, (join) => join.onTrue())
    .select(columns)
    .select(['handle', 'avatarKey', 'plan', 'emailVerifiedAt', 'emailChangedAt', 'passwordChangedAt'])
    .select(['target.changedAt', sql<string | null>`coalesce(payout.address, target.paypal_email)`.as('sentTo')])
    .select(['history.paidBefore', 'history.cameBack', WAITING.as('waits')])
    .select([
      'sold.sales',
      'sold.refunds',
      sql<boolean>`payout.state in ('failed', 'returned')
        and exists (select from payout again where again.again_of = payout.id)`.as('isSentAgain'),
    ])
type DeskRow = Awaited<ReturnType<typeof listAtDesk>>['rows'][number]

export function presentAtDesk(row: DeskRow, now: Date): DeskPayout {
  const { state } = row
  return {
    ...presentPayout(row),
    seller: {
      id: row.accountId,
      name: row.handle,
      avatarUrl: avatarUrl(row.avatarKey),
      plan: row.plan,
      emailVerified: row.emailVerifiedAt !== null,
    },
    address: row.sentTo,
    looks: row.looks as Look[],
    waits: row.waits,
    restsUntil: state === 'requested' ? (restsUntil(row, now)?.toISOString() ?? null) : null,
    changedAt: row.changedAt?.toISOString() ?? null,
    paidBefore: row.paidBefore,
    cameBack: row.cameBack,
    sales: row.sales,
    refunds: row.refunds,
    heldFor: row.heldFor,
    failure: row.failure,
    askedAt: row.askedAt?.toISOString() ?? null,
    timesAsked: row.timesAsked,
    batch: row.batch,
    canRetry: ['processing', 'unclaimed'].includes(state) || (isBack(state) && !row.isSentAgain),
  }
}

const isBack = (state: DeskRow['state']) => state === 'failed' || state === 'returned'

export async function findAtDesk({ db, clock }: App, id: number) {
  const row = await withFacts(db.selectFrom('payout').where('payout.id', '=', id)).executeTakeFirst()
  if (!row) throw notFound('Payout')
  return presentAtDesk(row, clock.now())
}

const COLUMNS: readonly Column<DeskPayout>[] = [
  ['Payout', ({ number }) => number],
  ['Date', ({ date }) => date],
  ['Seller', ({ seller }) => seller.name],
  ['PayPal', ({ address }) => address],
  ['Kind', ({ kind }) => kind],
  ['Gross USD', ({ gross }) => gross],
  ['Fee USD', ({ fee }) => fee],
  ['Amount USD', ({ amount }) => amount],
  ['Status', ({ status }) => status],
  ['Provider’s batch', ({ batch }) => batch],
  ['Said', ({ failure }) => failure],
]

export const deskCsv = (rows: DeskRow[], now: Date) =>
  csvOf(
    COLUMNS,
    rows.map((row) => presentAtDesk(row, now)),
  )
