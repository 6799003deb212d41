import type { PersonalData } from '#server/services.ts'

export const announcementData: PersonalData = {
  tables: { announcement: 'kept: words of the house; they name the admin by a number' },
  exportOf: async (db, { id }) => ({
    announcements: await db
      .selectFrom('announcement')
      .where('writtenBy', '=', id)
      .select(['title', 'message', 'createdAt'])
      .orderBy('id')
      .execute(),
  }),
  forget: async () => {},
}
