import { sql } from 'kysely'
import type { Deal, discounts } from '#contract/discounts.ts'
import { MOST_LIVE, type DiscountState } from '#contract/discount-limits.ts'
import type { Parsed } from '#contract/endpoint.ts'
import type { Db, Tx } from '#server/db/connect.ts'
import { conflict, invalid, notFound } from '#server/errors.ts'
import { dollars } from '#server/money.ts'
import type { App } from '#server/services.ts'
import { ownItems, presentDays, presentItems, timesOf, titlesOf } from './chosen.ts'
import { expectPlan, lockSeller } from './sellers.ts'
import { expectChange, isOver, statusOf } from './status.ts'
import { countedLines } from './uses.ts'

const LISTED = 200

type NewDeal = Parsed<(typeof discounts)['addDeal']>['body']

export const addDeal = (app: App, seller: number, { buy, free, percent, licenseType, ...given }: NewDeal) =>
  app.db.transaction().execute(async (tx) => {
    const now = app.clock.now()
    await lockSeller(tx, seller)
    await expectPlan(tx, seller)
    if ((percent === undefined) === (free === undefined))
      throw invalid({ free: 'Give either a number of free items or percent.' })
    await expectRoom(tx, seller, now)
    const { id } = await tx
      .insertInto('deal')
      .values({
        sellerId: seller,
        buy,
        free: free ?? null,
        basisPoints: percent === undefined ? null : percent * 100,
        licenseType: licenseType ?? null,
        itemIds: await ownItems(tx, seller, given.itemIds),
        ...timesOf(given, now),
        createdAt: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return findDeal(tx, seller, id, now)
  })

async function expectRoom(tx: Tx, seller: number, now: Date) {
  const { live } = await tx
    .selectFrom('deal')
    .where('sellerId', '=', seller)
    .where((where) => where.not(isOver(now)))
    .select((all) => all.fn.countAll<number>().as('live'))
    .executeTakeFirstOrThrow()
  if (live >= MOST_LIVE)
    throw conflict('too_many_deals', `You have ${MOST_LIVE} deals, which is the most. End one first.`)
}

/** Pauses, resumes or ends a deal. Open orders keep what it took off. */
export const changeDeal = (app: App, seller: number, id: number, state: DiscountState) =>
  app.db.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom('deal')
      .where('id', '=', id)
      .where('sellerId', '=', seller)
      .select(['state', 'heldFor'])
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!row) throw notFound('Deal')
    expectChange('deal', row, state)
    await tx.updateTable('deal').set({ state }).where('id', '=', id).execute()
    return findDeal(tx, seller, id, app.clock.now())
  })

/** The newest first. Of many, those that have not ended are in the list: they can be changed. */
export async function listDeals(db: Db, seller: number, now: Date) {
  const found = dealsIn(db).where('sellerId', '=', seller).orderBy(isOver(now)).orderBy('deal.id', 'desc')
  const rows = (await found.limit(LISTED).execute()).toSorted((one, other) => other.id - one.id)
  const titles = await titlesOf(db, rows)
  return rows.map((row) => presentDeal(row, titles, now))
}

async function findDeal(db: Tx, seller: number, id: number, now: Date) {
  const row = await dealsIn(db).where('sellerId', '=', seller).where('deal.id', '=', id).executeTakeFirstOrThrow()
  return presentDeal(row, await titlesOf(db, [row]), now)
}

export const dealsIn = (db: Db | Tx) =>
  db
    .selectFrom('deal')
    .selectAll('deal')
    .select([
      sql<number>`(select count(distinct line.order_id)::int from ${countedLines('deal', sql.ref('deal.id'))}
        and shop_order.state = 'paid')`.as('uses'),
      sql<number>`(select coalesce(sum(taken.cents), 0)::bigint from ${countedLines('deal', sql.ref('deal.id'))}
        and shop_order.state = 'paid')`.as('givenCents'),
    ])
type Row = Awaited<ReturnType<ReturnType<typeof dealsIn>['executeTakeFirstOrThrow']>>

export const presentDeal = (row: Row, titles: ReadonlyMap<number, string>, now: Date): Deal => ({
  id: row.id,
  buy: row.buy,
  free: row.free,
  percent: row.basisPoints === null ? null : row.basisPoints / 100,
  items: presentItems(row.itemIds, titles),
  licenseType: row.licenseType,
  ...presentDays(row),
  status: statusOf(row, false, now),
  pausedFor: row.heldFor,
  uses: row.uses,
  given: dollars(row.givenCents),
  createdAt: row.createdAt.toISOString(),
})
