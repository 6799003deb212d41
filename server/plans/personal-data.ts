import type { PersonalData } from '#server/services.ts'
import { endRow } from './periods.ts'
import { presentOf, subscriptionsOf } from './rows.ts'

export const planData: PersonalData = {
  tables: {
    subscription: 'kept, and ended: the books name it by a number',
    planGrant: 'kept, and ended: what was given to whom',
  },
  async exportOf(db, { id }) {
    const rows = await subscriptionsOf(db, id)
    const given = await db
      .selectFrom('planGrant')
      .where('accountId', '=', id)
      .select(['plan', 'beginsAt', 'endsAt', 'endedAt', 'reason'])
      .orderBy('id')
      .execute()
    return {
      given,
      subscriptions: rows.map(({ plan, cycle, state, paidWith, beganAt, endedAt }) => ({
        plan,
        cycle,
        state,
        paidWith,
        beganAt,
        endedAt,
      })),
    }
  },
  /** A plan that runs ends with its account, so that nothing is charged any more. */
  async forget(tx, { id }, now) {
    await tx
      .updateTable('planGrant')
      .set({ endedAt: now })
      .where('accountId', '=', id)
      .where('endedAt', 'is', null)
      .execute()
    const present = await presentOf(tx, id)
    if (present) await endRow(tx, present, now)
  },
}
