import { sql } from 'kysely'
import type { Db } from '#server/db/connect.ts'
import type { Person, PersonalData } from '#server/services.ts'
import { contactMail } from './mails.ts'

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
    // the copy of the mail to the support may bear another address than the person's
    await sql`delete from mail using contact_message written
      where mail.kind = ${contactMail.kind} and written.id in (${messagesOf(tx, person).select('id')})
        and mail.created_at between written.created_at - interval '1 minute' and written.created_at + interval '1 minute'
        and position(written.name || ' <' || written.email || '>' in mail.text) > 0 and position(written.body in mail.text) > 0`.execute(
      tx,
    )
    await tx.deleteFrom('contactMessage').where('id', 'in', messagesOf(tx, person).select('id')).execute()
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
