import { sql, type SqlBool } from 'kysely'
import { ATTRIBUTED_DAYS } from '#contract/promotion-values.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Taker } from '#server/jobs/due.ts'
import type { PersonalData } from '#server/services.ts'
import { DAY } from './figures.ts'
import { isToCount, RETURNED_DAYS } from './lead-sales.ts'

type Lead = { promotionId: number; accountId: number; itemId: number; at: Date }

/**
 * Remembers that accounts have opened or played promoted items. The last time counts. While a purchase waits for the round
 * that counts it, its lead stays: a later one would not lead to it.
 */
export async function rememberLeads(tx: Tx, leads: readonly Lead[]) {
  const inOrder = leads.toSorted((a, b) => a.at.getTime() - b.at.getTime())
  const each = new Map(inOrder.map((lead) => [`${lead.promotionId} ${lead.accountId}`, lead]))
  if (each.size === 0) return
  const rows = [...each.values()].toSorted((a, b) => a.promotionId - b.promotionId || a.accountId - b.accountId)
  await tx
    .insertInto('promotionLead')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['promotionId', 'accountId']).doUpdateSet({ at: sql`excluded.at` })
        .where(sql<SqlBool>`excluded.at > promotion_lead.at
          and not exists (select from purchase p where ${isToCount('promotionLead')})`),
    )
    .execute()
}

/** Removes leads that are over, viewers whose hour is over, and sales that are old. Leaves rows that others are writing. */
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
    const old = new Date(now.getTime() - RETURNED_DAYS * DAY)
    const sales = await sql`delete from promotion_sale where purchase_id in (
      select purchase_id from promotion_sale where counted_at <= ${old} order by counted_at limit ${SWEPT}
      for update skip locked)`.execute(db)
    return [leads, viewers, sales].reduce((sum, { numAffectedRows }) => sum + Number(numAffectedRows), 0)
  },
}
const SWEPT = 2_000

/** Hashed keys of viewers name no account, and last an hour. */
export const leadData: PersonalData = {
  tables: {
    promotionLead: 'removed, and by itself a day after its seven days',
    promotionSale: 'removed, and by itself after half a year',
  },
  async exportOf(db, { id }) {
    const opened = await db
      .selectFrom('promotionLead')
      .innerJoin('item', 'item.id', 'promotionLead.itemId')
      .where('promotionLead.accountId', '=', id)
      .orderBy('at')
      .select(['item.title', 'at'])
      .execute()
    const bought = await db
      .selectFrom('promotionSale')
      .innerJoin('purchase', 'purchase.id', 'promotionSale.purchaseId')
      .where('purchase.buyerId', '=', id)
      .orderBy('grantedAt')
      .select(['purchase.title', 'grantedAt as at'])
      .execute()
    return { openedPromoted: opened, boughtPromoted: bought }
  },
  async forget(tx, { id }) {
    await tx.deleteFrom('promotionLead').where('accountId', '=', id).execute()
    await sql`delete from promotion_sale s using purchase p where p.id = s.purchase_id and p.buyer_id = ${id}`.execute(
      tx,
    )
  },
}
