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

type Sale = Pick<Lead, 'promotionId' | 'accountId'> & { purchaseId: number; cents: number; at: Date }

/**
 * Counts purchases of promoted items by accounts that had opened or played them before. It reads them here, so that the
 * checkout knows no promotions. Of several promotions the latest that was opened counts.
 */
export const leadSaleTaker: Taker = {
  name: 'count sales of promoted items',
  takeDue: ({ db }, now) =>
    db.transaction().execute(async (tx) => {
      const sales = await findSales(tx, now)
      for (const { promotionId, purchaseId, accountId, cents, at } of sales) {
        await countDelivered(tx, promotionId, { at, sales: 1, saleCents: cents })
        // of all promotions of the item, since the sale must not count for a second one
        await sql`update promotion_lead set counted_to = greatest(counted_to, ${purchaseId})
          where account_id = ${accountId} and item_id = (select item_id from purchase where id = ${purchaseId})`.execute(
          tx,
        )
      }
      return sales.length
    }),
}

async function findSales(tx: Tx, now: Date) {
  const since = new Date(now.getTime() - (ATTRIBUTED_DAYS + 1) * DAY)
  const { rows } = await sql<Sale>`
    select * from (
      select distinct on (p.id) l.promotion_id, l.account_id, p.id as purchase_id, p.cents, p.granted_at as at
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
