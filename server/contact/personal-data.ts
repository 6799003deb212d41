import type { Db } from '#server/db/connect.ts'
import { removeMails } from '#server/mail/mail.ts'
import type { Person, PersonalData } from '#server/services.ts'
import { mailKeyOf } from './mails.ts'

export const contactData: PersonalData = {
  tables: { contactMessage: 'removed' },
  async exportOf(db, person) {
    const messages = await messagesOf(db, person)
      .select(['name', 'email', 'topic', 'body', 'createdAt'])
      .orderBy('id')
      .execute()
    return { messages }
  },
  async forget(tx, person) {
    const gone = await tx
      .deleteFrom('contactMessage')
      .where('id', 'in', messagesOf(tx, person).select('id'))
      .returning('id')
      .execute()
    await removeMails(
      tx,
      gone.map(({ id }) => mailKeyOf(id)),
    )
  },
}

/**
 * Messages from guests belong to a person only when their address is confirmed, since anybody can type it. What a signed-in
 * person writes stays theirs, whatever address they type.
 */
const messagesOf = (db: Db, { id, addresses }: Person) =>
  db
    .selectFrom('contactMessage')
    .where((or) =>
      or.or([
        or('accountId', '=', id),
        ...addresses
          .filter(({ isConfirmed }) => isConfirmed)
          .map(({ email, until }) =>
            or.and([
              or('accountId', 'is', null),
              or(or.fn<string>('lower', ['email']), '=', email.toLowerCase()),
              ...(until ? [or('createdAt', '<=', until)] : []),
            ]),
          ),
      ]),
    )
