import { sql, type SqlBool } from 'kysely'
import { ATTRIBUTED_DAYS } from '#contract/promotion-values.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Taker } from '#server/jobs/due.ts'
import { countDelivered, lockRunning, takeBackSales } from './count.ts'
import { DAY } from './figures.ts'

/** Banks take money back for some months. A refund after so many days leaves the figures as they are. */
export const RETURNED_DAYS = 180

const BATCH = 500

type Sale = { promotionId: number; purchaseId: number; saleCents: number; at: Date }

/**
 * Counts purchases of promoted items by accounts that had opened or played them before. It reads them here, so that the
 * checkout knows no promotions. The promotion that was opened last counts.
 */
export const leadSaleTaker: Taker = {
  name: 'count sales of promoted items',
  takeDue: ({ db }, now) =>
    db.transaction().execute(async (tx) => {
      const found = await findSales(tx, now)
      const claimed = await claim(tx, found)
      const sales = found.filter(({ purchaseId }) => claimed.has(purchaseId))
      await countDelivered(
        tx,
        sales.map(({ promotionId, at, saleCents }) => ({ promotionId, at, sales: 1, saleCents })),
      )
      return found.length
    }),
}

/** Takes back the figures of sales that were refunded, or that a bank has taken back. */
export const returnedSaleTaker: Taker = {
  name: 'take back sales of promoted items',
  takeDue: ({ db }) =>
    db.transaction().execute(async (tx) => {
      const found = await findReturned(tx)
      await lockRunning(tx, found)
      const { rows } = await sql<Pick<Sale, 'purchaseId'>>`
        delete from promotion_sale where purchase_id in (
          select purchase_id from promotion_sale where purchase_id = any(${found.map(({ purchaseId }) => purchaseId)}::bigint[])
          order by purchase_id for update skip locked)
        returning purchase_id`.execute(tx)
      const taken = new Set(rows.map(({ purchaseId }) => purchaseId)) // another node may have taken some
      await takeBackSales(
        tx,
        found.filter(({ purchaseId }) => taken.has(purchaseId)),
      )
      return taken.size
    }),
}

async function findReturned(tx: Tx) {
  const { rows } = await sql<Sale>`
    select s.promotion_id, p.id as purchase_id, p.cents as sale_cents, p.granted_at as at
    from promotion_sale s join purchase p on p.id = s.purchase_id
    where p.state = 'refunded' order by p.id limit ${BATCH}`.execute(tx)
  return rows
}

/**
 * Notes the sales, so that another node which has found them too counts none. Returns their purchases. A note locks its
 * promotion in a weak way: so all promotions are locked before, in the order of their ids.
 */
async function claim(tx: Tx, sales: readonly Sale[]) {
  await lockRunning(tx, sales)
  const column = (name: 'purchaseId' | 'promotionId' | 'at') => sales.map((sale) => sale[name])
  const { rows } = await sql<{ purchaseId: number }>`
    insert into promotion_sale (purchase_id, promotion_id, counted_at)
    select * from unnest(${column('purchaseId')}::bigint[], ${column('promotionId')}::bigint[], ${column('at')}::timestamptz[])
    on conflict do nothing returning purchase_id`.execute(tx)
  return new Set(rows.map(({ purchaseId }) => purchaseId))
}

/** SQL: the purchase `p` follows from a lead, and no promotion has counted it yet. */
export const isToCount = (lead: string) => sql<SqlBool>`p.buyer_id = ${sql.ref(`${lead}.accountId`)}
  and p.item_id = ${sql.ref(`${lead}.itemId`)} and p.granted_at >= ${sql.ref(`${lead}.at`)}
  and p.granted_at < ${sql.ref(`${lead}.at`)} + make_interval(days => ${ATTRIBUTED_DAYS}) and p.state <> 'refunded'
  and not exists (select from promotion_sale s where s.purchase_id = p.id)`

async function findSales(tx: Tx, now: Date) {
  const since = new Date(now.getTime() - (ATTRIBUTED_DAYS + 1) * DAY)
  const { rows } = await sql<Sale>`
    select distinct on (p.id) l.promotion_id, p.id as purchase_id, p.cents as sale_cents, p.granted_at as at
    from promotion_lead l join purchase p on ${isToCount('l')} where l.at > ${since}
    order by p.id, l.at desc, l.promotion_id desc limit ${BATCH}`.execute(tx)
  return rows
}
