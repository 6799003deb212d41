import { sql } from 'kysely'
import { ATTRIBUTED_DAYS } from '#contract/promotion-values.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Taker } from '#server/jobs/due.ts'
import type { PersonalData } from '#server/services.ts'
import { countDelivered } from './count.ts'
import { DAY } from './figures.ts'

type Lead = { promotionId: number; accountId: number; itemId: number }

/** Remembers that accounts have opened or played promoted items. The last time counts. */
export async function rememberLeads(tx: Tx, leads: readonly Lead[], now: Date) {
  const each = new Map(leads.map((lead) => [`${lead.promotionId} ${lead.accountId}`, lead]))
  if (each.size === 0) return
  const rows = [...each.values()].toSorted((a, b) => a.promotionId - b.promotionId || a.accountId - b.accountId)
  await tx
    .insertInto('promotionLead')
    .values(rows.map((row) => ({ ...row, at: now })))
    .onConflict((conflict) => conflict.columns(['promotionId', 'accountId']).doUpdateSet({ at: sql`excluded.at` }))
    .execute()
}

const BATCH = 500

type Sale = Lead & { purchaseId: number; cents: number; at: Date }

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
      const sales = found.filter(({ promotionId, accountId }) => claimed.has(`${promotionId} ${accountId}`))
      await countDelivered(
        tx,
        sales.map(({ promotionId, at, cents }) => ({ promotionId, at, sales: 1, saleCents: cents })),
      )
      return found.length
    }),
}

/**
 * Notes on the leads that the sales count, so that another node which has found them too counts none. All promotions of
 * the item get the note: a sale counts for one of them.
 */
async function claim(tx: Tx, sales: readonly Sale[]) {
  if (sales.length === 0) return new Set<string>()
  const promotions = sales.map(({ promotionId }) => promotionId)
  await sql`select from promotion where id = any(${promotions}::bigint[]) order by id for no key update`.execute(tx)
  const column = (name: 'accountId' | 'itemId' | 'purchaseId') => sales.map((sale) => sale[name])
  const { rows } = await sql<Pick<Lead, 'promotionId' | 'accountId'>>`
    update promotion_lead l set counted_to = sold.last
    from (select account_id, item_id, min(purchase_id) as first, max(purchase_id) as last
      from unnest(${column('accountId')}::bigint[], ${column('itemId')}::bigint[], ${column('purchaseId')}::bigint[])
        as t (account_id, item_id, purchase_id) group by 1, 2) sold
    where l.account_id = sold.account_id and l.item_id = sold.item_id and l.counted_to < sold.first
    returning l.promotion_id, l.account_id`.execute(tx)
  return new Set(rows.map(({ promotionId, accountId }) => `${promotionId} ${accountId}`))
}

async function findSales(tx: Tx, now: Date) {
  const since = new Date(now.getTime() - (ATTRIBUTED_DAYS + 1) * DAY)
  const { rows } = await sql<Sale>`
    select * from (
      select distinct on (p.id) l.promotion_id, l.account_id, l.item_id, p.id as purchase_id, p.cents, p.granted_at as at
      from promotion_lead l join purchase p on p.buyer_id = l.account_id and p.item_id = l.item_id
      where l.at > ${since} and p.id > l.counted_to and p.granted_at >= l.at
        and p.granted_at < l.at + make_interval(days => ${ATTRIBUTED_DAYS})
      order by p.id, l.at desc, l.promotion_id desc) sale
    order by promotion_id, purchase_id limit ${BATCH}`.execute(tx)
  return rows
}

/** Removes leads that are over, and viewers whose hour is over. Leaves rows that others are writing. */
export const slotSweeper: Taker = {
  name: 'sweep viewers of promoted items',
  async takeDue({ db }, now) {
    const over = new Date(now.getTime() - (ATTRIBUTED_DAYS + 1) * DAY)
    const leads = await sql`delete from promotion_lead where (promotion_id, account_id) in (
      select promotion_id, account_id from promotion_lead where at <= ${over} order by at limit ${SWEPT}
      for update skip locked)`.execute(db)
    const viewers = await sql`delete from slot_viewer where key in (
      select key from slot_viewer where ends_at <= ${now} order by ends_at limit ${SWEPT}
      for update skip locked)`.execute(db)
    return Number(leads.numAffectedRows) + Number(viewers.numAffectedRows)
  },
}
const SWEPT = 2_000

/** Hashed keys of viewers name no account, and last an hour. */
export const leadData: PersonalData = {
  tables: { promotionLead: 'removed, and by itself a day after its seven days' },
  async exportOf(db, { id }) {
    const opened = await db
      .selectFrom('promotionLead')
      .innerJoin('item', 'item.id', 'promotionLead.itemId')
      .where('promotionLead.accountId', '=', id)
      .orderBy('at')
      .select(['item.title', 'at'])
      .execute()
    return { openedPromoted: opened }
  },
  async forget(tx, { id }) {
    await tx.deleteFrom('promotionLead').where('accountId', '=', id).execute()
  },
}
