import type { Db, Tx } from '#server/db/connect.ts'
import { conflict } from '#server/errors.ts'
import type { App } from '#server/services.ts'
import { confirmEmail } from './confirm-email.ts'
import { googleMail } from './safety-mails.ts'
import { lockAccount } from './queries.ts'

type Identity = { issuer: string; subject: string }
type Linked = Identity & { email: string }

/** The account that a Google account enters. Undefined if it enters none, or a deleted one. */
export const findByIdentity = (db: Db, { issuer, subject }: Identity) =>
  db
    .selectFrom('identity')
    .innerJoin('account', 'account.id', 'identity.accountId')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .where('deletedAt', 'is', null)
    .select(['account.id', 'passwordHash', 'passwordChangedAt', 'account.email', 'emailVerifiedAt'])
    .executeTakeFirst()

export async function identityState({ db }: App, accountId: number) {
  const row = await db
    .selectFrom('identity')
    .where('accountId', '=', accountId)
    .select(['email', 'linkedAt'])
    .executeTakeFirst()
  return { linked: row ? { email: row.email, since: row.linkedAt.toISOString() } : null }
}

/** False if the Google account, or another one of this person, is linked already. */
export async function insertIdentity({ clock }: App, tx: Tx, accountId: number, { issuer, subject, email }: Linked) {
  const row = await tx
    .insertInto('identity')
    .values({ issuer, subject, email, accountId, linkedAt: clock.now() })
    .onConflict((on) => on.doNothing())
    .returning('accountId')
    .executeTakeFirst()
  return row !== undefined
}

export const alreadyLinked = () => conflict('google_linked', 'This Google account or yours here is linked already.')

/** Lets an owner who has proved to be the owner enter with Google, too. */
export const linkIdentity = (app: App, accountId: number, identity: Linked) =>
  app.db.transaction().execute(async (tx) => {
    const account = await lockAccount(tx, accountId)
    const { email, emailVerifiedAt } = await tx
      .selectFrom('account')
      .where('id', '=', accountId)
      .select(['email', 'emailVerifiedAt'])
      .executeTakeFirstOrThrow()
    const isSame = email.toLowerCase() === identity.email.toLowerCase()
    // somebody could have registered with an address that is not theirs, and must not keep a way in
    if (!emailVerifiedAt && !isSame) throw conflict('unconfirmed_email', 'Confirm your email first.')
    if (!(await insertIdentity(app, tx, accountId, identity))) throw alreadyLinked()
    if (isSame) await confirmEmail(app, tx, { id: accountId, email, handle: account.handle })
    await app.mail.send(tx, googleMail, email, { at: app.clock.now(), change: 'on', with: identity.email })
  })

/**
 * An account without a password keeps Google, also beside a passkey: a passkey works at one name of the shop alone, and is
 * lost with its device.
 */
export const unlinkIdentity = (app: App, accountId: number) =>
  app.db.transaction().execute(async (tx) => {
    await lockAccount(tx, accountId)
    const { email, passwordHash } = await tx
      .selectFrom('account')
      .where('id', '=', accountId)
      .select(['email', 'passwordHash'])
      .executeTakeFirstOrThrow()
    if (passwordHash === null) throw conflict('last_way_in', 'Choose a password first, by “Forgot password”.')
    const removed = await tx
      .deleteFrom('identity')
      .where('accountId', '=', accountId)
      .returning('email')
      .executeTakeFirst()
    if (!removed) throw conflict('google_not_linked', 'No Google account is linked.')
    await app.mail.send(tx, googleMail, email, { at: app.clock.now(), change: 'off', with: removed.email })
  })

/**
 * Somebody took the account back by its mailbox. A thief may have linked a Google account meanwhile, so only one with the
 * same address stays.
 */
export async function unlinkOtherAddresses(app: App, tx: Tx, { id, email }: { id: number; email: string }) {
  const removed = await tx
    .deleteFrom('identity')
    .where('accountId', '=', id)
    .where((is) => is.eb(is.fn<string>('lower', ['email']), '!=', email.toLowerCase()))
    .returning('email')
    .executeTakeFirst()
  if (removed) await app.mail.send(tx, googleMail, email, { at: app.clock.now(), change: 'off', with: removed.email })
}
