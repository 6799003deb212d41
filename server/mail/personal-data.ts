import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '#server/db/connect.ts'
import { bePatient, endPatience } from '#server/db/patience.ts'
import { asAddress, asWord } from '#server/db/like.ts'
import type { FoundMails, Person, PersonalData } from '#server/services.ts'
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
  /** Mails that were found before count, unless the name or the address has changed since: then all are searched anew. */
  async forget(tx, person, now) {
    const before = person.mails?.sought === wordsOf(person) ? person.mails : undefined
    const since = await searchMails(tx, person, before && new Date(before.at.getTime() - LONGEST_WRITING))
    const idsOf = (what: 'gone' | 'naming') => [...(before?.[what] ?? []), ...since[what]]
    const ofIds = (what: 'gone' | 'naming') => sql<boolean>`id = any(${idsOf(what)}::bigint[])`
    await tx.deleteFrom('mail').where(ofIds('gone')).execute()
    const soon = sql<Date>`case when due_at is null then ${now}::timestamptz else ${removedAt(now, true)}::timestamptz end`
    await tx.updateTable('mail').set({ removeAt: soon }).where(ofIds('naming')).execute()
  },
}

/** A transaction that writes a mail ends much sooner. */
const LONGEST_WRITING = 60 * 60_000

const wordsOf = ({ handles, addresses }: Person) => JSON.stringify([handles, addresses])

/**
 * Finds the mails about a person before the person is locked: to search the texts of all mails takes long, and a deletion
 * locks counters of others, whose plays and likes would wait.
 */
export async function findMails(tx: Tx, person: Person, at: Date): Promise<FoundMails> {
  return { sought: wordsOf(person), at, ...(await searchMails(tx, person)) }
}

async function searchMails(tx: Tx, person: Person, since = new Date(0)) {
  await bePatient(tx)
  const isNew = sql<boolean>`created_at >= ${since}`
  const found = await mailsTo(tx, person).where(isNew).select('id').execute()
  const gone = found.map(({ id }) => id)
  // mails to other people can quote the address: contact messages are mailed to the support
  for (const { email, isConfirmed, from, until } of person.addresses.filter(({ isTheirs }) => isTheirs))
    gone.push(
      ...(await idsWhere(
        tx,
        sql`${isNew} and text ~* ${asAddress(email)}
          and (${isConfirmed} or created_at >= ${from}) and created_at <= coalesce(${until}, created_at)`,
      )),
    )
  // copies of mails to others with the name in them; a mail that is on its way arrives first
  const naming = await idsWhere(
    tx,
    sql`${isNew} and (kind = 'digest' or kind like 'news-%' or kind in ('problem', 'split'))
      and text ~ ${person.handles.map(asWord).join('|')}`,
  )
  await endPatience(tx)
  return { gone, naming }
}

const idsWhere = async (tx: Tx, condition: RawBuilder<unknown>) =>
  (await sql<{ id: number }>`select id from mail where ${condition}`.execute(tx)).rows.map(({ id }) => id)

/** A mail that waits for its delivery still has its one-time token. */
const withoutSecret = sql<string>`case when secret is null then text else replace(text, secret, ${BLANK}) end`

/** Only mails of the time when the address was the person's: it may have belonged to somebody else before or since. */
const mailsTo = (db: Db | Tx, { addresses }: Person) =>
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
