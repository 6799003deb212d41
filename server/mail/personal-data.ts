import { sql } from 'kysely'
import type { Db } from '#server/db/connect.ts'
import { bePatient } from '#server/db/patience.ts'
import { asAddress, asWord } from '#server/db/like.ts'
import type { Person, PersonalData } from '#server/services.ts'
import { removedAt } from './due.ts'
import { BLANK } from './smtp.ts'

export const mailData: PersonalData = {
  tables: { mail: 'removed; letters that the support received stay in its own mailbox' },
  async exportOf(db, person) {
    const mails = await mailsTo(db, person)
      .select(['subject', withoutSecret.as('text'), 'createdAt', 'sentAt'])
      .orderBy('id')
      .execute()
    return { mails }
  },
  async forget(tx, person, now) {
    await bePatient(tx) // the texts of all mails are searched
    await tx.deleteFrom('mail').where('id', 'in', mailsTo(tx, person).select('id')).execute()
    // mails to other people can quote the address: contact messages are mailed to the support
    for (const { email, isConfirmed, from, until } of person.addresses.filter(({ isTheirs }) => isTheirs))
      await sql`delete from mail where text ~* ${asAddress(email)}
        and (${isConfirmed} or created_at >= ${from}) and created_at <= coalesce(${until}, created_at)`.execute(tx)
    // copies of mails to others with the name in them; a mail that is on its way arrives first
    for (const handle of person.handles)
      await sql`update mail set remove_at = case when due_at is null then ${now}::timestamptz else ${removedAt(now, true)}::timestamptz end
        where (kind = 'digest' or kind like 'news-%' or kind in ('problem', 'split')) and text ~ ${asWord(handle)}`.execute(
        tx,
      )
  },
}

/** A mail that waits for its delivery still has its one-time token. */
const withoutSecret = sql<string>`case when secret is null then text else replace(text, secret, ${BLANK}) end`

/** Only mails of the time when the address was the person's: it may have belonged to somebody else before or since. */
const mailsTo = (db: Db, { addresses }: Person) =>
  db
    .selectFrom('mail')
    .where((is) =>
      is.or(
        addresses.map(({ email, from, until }) =>
          is.and([
            is.eb(is.fn<string>('lower', ['recipient']), '=', email.toLowerCase()),
            is('createdAt', '>=', from),
            ...(until ? [is('createdAt', '<=', until)] : []),
          ]),
        ),
      ),
    )
