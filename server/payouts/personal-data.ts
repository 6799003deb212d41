import type { PersonalData } from '#server/services.ts'
import { presentPayout } from './present.ts'
import { forgetTarget } from './target.ts'

export const payoutData: PersonalData = {
  tables: {
    payout: 'kept for the books without the address; the account’s number stays',
    payoutTarget: 'removed',
  },
  async exportOf(db, { id }) {
    const [target, payouts] = await Promise.all([
      db
        .selectFrom('payoutTarget')
        .where('accountId', '=', id)
        .select(['paypalEmail', 'changedAt', 'autoPayout', 'country'])
        .executeTakeFirst(),
      db.selectFrom('payout').where('accountId', '=', id).selectAll().orderBy('id').execute(),
    ])
    return {
      payoutsGoTo: target ?? null,
      payouts: payouts.map((row) => ({ ...presentPayout(row), sentTo: row.address, sentAt: row.sentAt })),
    }
  },
  forget: (tx, { id }, now) => forgetTarget(tx, id, now),
}
