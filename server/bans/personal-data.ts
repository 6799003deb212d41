import type { PersonalData } from '#server/services.ts'

export const banData: PersonalData = {
  tables: { ban: 'kept without words: when and what it was about; what was written about the person goes' },
  exportOf: async (db, { id }) => ({
    bans: await db
      .selectFrom('ban')
      .where('accountId', '=', id)
      .select(['category', 'reason', 'bannedAt', 'endsAt', 'appeal', 'appealedAt', 'answer', 'answeredAt', 'liftedAt'])
      .select('liftedFor')
      .orderBy('id')
      .execute(),
  }),
  async forget(tx, { id }, now) {
    await tx
      .updateTable('ban')
      .set({ reason: '', appeal: null, appealedAt: null, answer: null, answeredBy: null, answeredAt: null })
      .set((row) => ({ liftedFor: null, liftedAt: row.fn.coalesce('liftedAt', row.val(now)) }))
      .where('accountId', '=', id)
      .execute()
  },
}
