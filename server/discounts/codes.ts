import { sql } from 'kysely'
import type { Parsed } from '#contract/endpoint.ts'
import type { DiscountCode, discounts } from '#contract/discounts.ts'
import { MOST_LIVE, type DiscountState } from '#contract/discount-limits.ts'
import type { Db, Tx } from '#server/db/connect.ts'
import { conflict, invalid, notFound } from '#server/errors.ts'
import { cents as centsOf, dollars } from '#server/money.ts'
import type { App } from '#server/services.ts'
import { ownItems, presentDays, presentItems, timesOf, titlesOf } from './chosen.ts'
import { expectPlan, lockSeller } from './sellers.ts'
import { expectChange, isOver, statusOf } from './status.ts'
import { countedLines, usesOf } from './uses.ts'

const LISTED = 200

type NewCode = Parsed<(typeof discounts)['addCode']>['body']

/** Makes a code of a seller. Codes are unique in the shop, so that a buyer need not say whose it is. */
export const addCode = (app: App, seller: number, { code: typed, percent, amount, ...given }: NewCode) =>
  app.db.transaction().execute(async (tx) => {
    const now = app.clock.now()
    await lockSeller(tx, seller)
    await expectPlan(tx, seller)
    if ((percent === undefined) === (amount === undefined))
      throw invalid({ percent: 'Give either percent or an amount.' })
    await expectRoom(tx, seller, now)
    const row = await tx
      .insertInto('discountCode')
      .values({
        sellerId: seller,
        code: typed.toUpperCase(),
        basisPoints: percent === undefined ? null : percent * 100,
        cents: amount === undefined ? null : centsOf(amount),
        itemIds: await ownItems(tx, seller, given.itemIds),
        ...timesOf(given, now),
        mostUses: given.mostUses ?? null,
        minimumCents: given.minimum === undefined ? null : centsOf(given.minimum),
        firstPurchase: given.firstPurchase,
        createdAt: now,
      })
      .onConflict((conflict) => conflict.column('code').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!row) throw conflict('code_taken', 'This code is taken.', { code: 'This code is taken. Choose another one.' })
    return findCode(tx, seller, row.id, now)
  })

async function expectRoom(tx: Tx, seller: number, now: Date) {
  const { live } = await tx
    .selectFrom('discountCode')
    .where('sellerId', '=', seller)
    .where((where) => where.not(isOver(now)))
    .select((all) => all.fn.countAll<number>().as('live'))
    .executeTakeFirstOrThrow()
  if (live >= MOST_LIVE)
    throw conflict('too_many_codes', `You have ${MOST_LIVE} codes, which is the most. End one first.`)
}

/** Pauses, resumes or ends a code. What its open orders keep stays theirs. */
export const changeCode = (app: App, seller: number, id: number, state: DiscountState) =>
  app.db.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom('discountCode')
      .where('id', '=', id)
      .where('sellerId', '=', seller)
      .select(['state', 'heldFor'])
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!row) throw notFound('Code')
    expectChange('code', row, state)
    await tx.updateTable('discountCode').set({ state }).where('id', '=', id).execute()
    return findCode(tx, seller, id, app.clock.now())
  })

/** The newest first. Of many, those that have not ended are in the list: they can be changed. */
export async function listCodes(db: Db, seller: number, now: Date) {
  const found = codesIn(db).where('sellerId', '=', seller).orderBy(isOver(now)).orderBy('discountCode.id', 'desc')
  const rows = (await found.limit(LISTED).execute()).toSorted((one, other) => other.id - one.id)
  const titles = await titlesOf(db, rows)
  return rows.map((row) => presentCode(row, titles, now))
}

async function findCode(db: Tx, seller: number, id: number, now: Date) {
  const row = await codesIn(db)
    .where('sellerId', '=', seller)
    .where('discountCode.id', '=', id)
    .executeTakeFirstOrThrow()
  return presentCode(row, await titlesOf(db, [row]), now)
}

export const codesIn = (db: Db | Tx) =>
  db
    .selectFrom('discountCode')
    .selectAll('discountCode')
    .select([
      usesOf(sql.ref('discountCode.id'), null).as('taken'),
      sql<number>`(select count(distinct line.order_id)::int from ${countedLines('code', sql.ref('discountCode.id'))}
        and shop_order.state = 'paid')`.as('uses'),
      sql<number>`(select coalesce(sum(taken.cents), 0)::bigint
        from ${countedLines('code', sql.ref('discountCode.id'))} and shop_order.state = 'paid')`.as('givenCents'),
    ])
type Row = Awaited<ReturnType<ReturnType<typeof codesIn>['executeTakeFirstOrThrow']>>

export const presentCode = (row: Row, titles: ReadonlyMap<number, string>, now: Date): DiscountCode => ({
  id: row.id,
  code: row.code,
  percent: row.basisPoints === null ? null : row.basisPoints / 100,
  amount: row.cents === null ? null : dollars(row.cents),
  items: presentItems(row.itemIds, titles),
  ...presentDays(row),
  mostUses: row.mostUses,
  minimum: row.minimumCents === null ? null : dollars(row.minimumCents),
  firstPurchase: row.firstPurchase,
  status: statusOf(row, row.mostUses !== null && row.taken >= row.mostUses, now),
  pausedFor: row.heldFor,
  uses: row.uses,
  given: dollars(row.givenCents),
  createdAt: row.createdAt.toISOString(),
})
