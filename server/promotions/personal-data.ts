import type { PersonalData } from '#server/services.ts'
import { leadData } from './leads.ts'
import { promotionsOf } from './rows.ts'

export const promotionData: PersonalData = {
  tables: { promotion: 'kept, and ended: the books name it by a number', ...leadData.tables },
  async exportOf(db, person) {
    const rows = await promotionsOf(db, person.id)
    return {
      ...(await leadData.exportOf(db, person)),
      promotions: rows.map(({ title, tier, days, state, startedAt, endedAt, guaranteed, delivered, ...row }) => {
        const { clicks, plays, sales, saleCents, paidCents, creditCents, returnedCents, heldFor } = row
        const figures = { guaranteed, delivered, clicks, plays, sales, saleCents }
        const money = { paidCents, creditCents, returnedCents }
        return { title, tier, days, state, startedAt, endedAt, ...figures, ...money, pausedFor: heldFor }
      }),
    }
  },
  /** A promotion ends with its account. Its items are deleted with it, so nothing is left to mark. */
  async forget(tx, person, now) {
    const running = tx.selectFrom('promotion').where('accountId', '=', person.id).where('state', '<>', 'ended')
    await running.select('id').orderBy('id').forUpdate().execute() // in the order of those who count impressions
    await tx
      .updateTable('promotion')
      .set({ state: 'ended', endedAt: now, endedFor: 'account', pausedAt: null, dueAt: null })
      .where('accountId', '=', person.id)
      .where('state', '<>', 'ended')
      .execute()
    await leadData.forget(tx, person, now) // after promotions, as in the rounds that count sales
  },
}
