import type { PersonalData } from '#server/services.ts'
import { preferencesOf } from './preferences.ts'
import { noticeText } from './queries.ts'

export const notificationData: PersonalData = {
  tables: {
    notification: 'removed, also from the inboxes of others where it leads to the person',
    notificationPerson: 'removed: the face is gone from the notices of others',
    notificationCounter: 'removed',
    notificationPreference: 'removed',
    notificationMail: 'removed, also news for others that the person caused',
  },
  async exportOf(db, { id }) {
    const notifications = await db
      .selectFrom('notification')
      .where('accountId', '=', id)
      .select(['title', noticeText.as('message'), 'createdAt', 'readAt'])
      .orderBy('id')
      .execute()
    return { notifications, preferences: await preferencesOf(db, id) }
  },
  async forget(tx, { id }) {
    await tx
      .deleteFrom('notificationMail')
      .where((or) => or.or([or('accountId', '=', id), or('byId', '=', id)]))
      .execute()
    await tx.deleteFrom('notificationPreference').where('accountId', '=', id).execute()
    await tx.deleteFrom('notificationPerson').where('accountId', '=', id).execute()
    await tx.deleteFrom('notificationCounter').where('accountId', '=', id).execute()
    await tx
      .deleteFrom('notification')
      .where((or) => or.or([or('accountId', '=', id), or('profileId', '=', id)]))
      .execute()
  },
}
