import type { PersonalData } from '#server/services.ts'

export const auditData: PersonalData = {
  tables: { adminAction: 'kept: what an admin did is recorded for good' },
  async exportOf(db, { id }) {
    const actions = await db
      .selectFrom('adminAction')
      .where('adminId', '=', id)
      .select(['action', 'subjectKind', 'subjectId', 'reason', 'createdAt'])
      .orderBy('id')
      .execute()
    return { actions }
  },
  forget: async () => {},
}
