import type { PersonalData } from '#server/services.ts'

export const uploadData: PersonalData = {
  tables: { upload: 'closed, and due at once: the next round removes it with its file' },
  async exportOf(db, { id }) {
    const uploads = await db
      .selectFrom('upload')
      .where('accountId', '=', id)
      .select(['purpose', 'name', 'size', 'createdAt'])
      .orderBy('createdAt')
      .execute()
    return { uploads }
  },
  async forget(tx, { id }, now) {
    await tx.updateTable('upload').set({ state: 'expired', dueAt: now }).where('accountId', '=', id).execute()
  },
}
