import { sql } from 'kysely'
import { SUPPORT } from '#contract/support.ts'
import type { Tx } from '#server/db/connect.ts'
import { asWord } from '#server/db/like.ts'
import type { Person, PersonalData } from '#server/services.ts'
import { preferencesOf } from './preferences.ts'
import { isOfMany, noticeText } from './queries.ts'

export const notificationData: PersonalData = {
  tables: {
    notification: 'removed, also from the inboxes of others where it leads to the person; others lose the name',
    notificationPerson: 'removed: the face is gone from the notices of others',
    notificationCounter: 'removed',
    notificationPreference: 'removed',
    notificationMail: 'removed, also news for others that the person caused; likes of many lose the name',
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
  async forget(tx, person) {
    const { id } = person
    // as everybody who writes or mails news, it has the inbox before what is in it
    await tx.selectFrom('notificationCounter').where('accountId', '=', id).select('accountId').forUpdate().execute()
    await forgetName(tx, person)
    await forgetGuestMessages(tx, person)
    await tx
      .deleteFrom('notificationMail')
      .where((or) => or.or([or('accountId', '=', id), or.and([or('byId', '=', id), or.not(isOfMany)])]))
      .execute()
    await tx.updateTable('notificationMail').set({ byId: null }).where('byId', '=', id).execute()
    await tx.deleteFrom('notificationPreference').where('accountId', '=', id).execute()
    await tx.deleteFrom('notificationPerson').where('accountId', '=', id).execute()
    await tx.deleteFrom('notificationCounter').where('accountId', '=', id).execute()
    await tx
      .deleteFrom('notification')
      .where((or) => or.or([or('accountId', '=', id), or('profileId', '=', id)]))
      .execute()
  },
}

/**
 * Notices for others begin with the names of people, or are about problems that name both sides, and so do the mails that
 * wait for them. Only the first word that is one of the names is replaced: a title of an item may hold the same word.
 */
async function forgetName(tx: Tx, { id, handles }: Person) {
  const names = handles.map(asWord).join('|')
  const nameless = sql`title = regexp_replace(title, ${names}, 'Deleted user'),
    message = regexp_replace(message, ${names}, 'Deleted user')`
  // arrays, and no join or `or`: the planner would read the notices of all people
  const shown = sql`select notification_id from notification_person where account_id = ${id}`
  await sql`update notification set ${nameless} where account_id <> ${id} and id = any(array(${shown}
    union select id from notification where problem_id is not null and problem_id = any(array(
      select id from purchase_problem where buyer_id = ${id} or seller_id = ${id}))))`.execute(tx)
  await sql`update notification_mail set ${nameless} where account_id <> ${id} and id = any(array(
    select id from notification_mail where notification_id is not null and notification_id = any(array(${shown}))
    union select id from notification_mail where by_id = ${id}))`.execute(tx)
}

/** The support's notices quote messages. Those of guests belong to a person whose address is confirmed. */
async function forgetGuestMessages(tx: Tx, { addresses }: Person) {
  for (const { email, until } of addresses.filter(({ isConfirmed }) => isConfirmed))
    await sql`delete from notification where account_id = ${SUPPORT} and topic = 'message'
      and message in (select body from contact_message where account_id is null and lower(email) = ${email.toLowerCase()}
        and created_at <= coalesce(${until}, created_at))`.execute(tx)
}
