import type { PersonalData } from '#server/services.ts'
import { noticeText } from './queries.ts'

export const notificationData: PersonalData = {
  tables: {
    notification: 'removed, also from the inboxes of others where it leads to the person',
    notificationPerson: 'removed: the face is gone from the notices of others',
    notificationCounter: 'removed',
  },
  async exportOf(db, { id }) {
    const notifications = await db
      .selectFrom('notification')
      .where('accountId', '=', id)
      .select(['title', noticeText.as('message'), 'createdAt', 'readAt'])
      .orderBy('id')
      .execute()
    return { notifications }
  },
  async forget(tx, { id }) {
    await tx.deleteFrom('notificationPerson').where('accountId', '=', id).execute()
    await tx.deleteFrom('notificationCounter').where('accountId', '=', id).execute()
    await tx
      .deleteFrom('notification')
      .where((or) => or.or([or('accountId', '=', id), or('profileId', '=', id)]))
      .execute()
  },
}
