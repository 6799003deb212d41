import type { Tx } from '#server/db/connect.ts'
import { conflict, invalid } from '#server/errors.ts'
import type { Caller } from '#server/http/serve.ts'
import { throttle, throttleNetwork } from '#server/http/throttle.ts'
import type { Viewer } from '#server/http/who.ts'
import type { App } from '#server/services.ts'
import { changeEmailMail } from './mails.ts'
import { addressWantedMail, emailChangedMail, emailRestoredMail } from './safety-mails.ts'
import { changePassword } from './change-password.ts'
import { unlinkOtherAddresses } from './identities.ts'
import { findLink, isAddressKeptForOther, makeLink, useUpLinks } from './one-time-links.ts'
import { hashPassword, weaknessOf } from './password.ts'
import { endPasskeys } from './passkeys.ts'
import { proveOwner, type Proof } from './prove-owner.ts'
import { endSecondStep } from './second-step.ts'
import { orIfTaken } from './unique.ts'

type EmailWish = { accountId: number; email: string; askedAt: string }

declare module '#server/jobs/enqueue.ts' {
  interface Jobs {
    'send-email-change': EmailWish
  }
}

const BY_ACCOUNT = { name: 'email by account', max: 5, seconds: 3600 }
const BY_NETWORK = { name: 'email by address', max: 20, seconds: 3600 }
const BY_EMAIL = { name: 'email by email', max: 5, seconds: 3600 }

/** A thief who prepares a change of the address adds keys of their own first. */
const BEFORE_CHANGE = 24 * 3_600_000

/** Answers in the same way and time whether or not another account has the address: only the job looks for it. */
export async function askForEmail(
  app: App,
  viewer: Viewer,
  { address }: Caller,
  { email, ...proof }: Proof & { email: string },
) {
  const check = (own: { email: string }) => {
    if (own.email.toLowerCase() === email.toLowerCase()) throw invalid({ email: 'That is your email already.' })
  }
  const wish = { accountId: viewer.id, email, askedAt: app.clock.now().toISOString() }
  await proveOwner(app, viewer, proof, { check })
  await throttleNetwork(app, BY_NETWORK, address)
  await throttle(app, BY_ACCOUNT, String(viewer.id))
  await throttle(app, BY_EMAIL, email.toLowerCase())
  await app.db.transaction().execute((tx) => app.enqueue(tx, 'send-email-change', wish))
}

/** The job `send-email-change`. Mails a link to the new address. If another account has the address, its owner gets a note. */
export const sendEmailChange = (app: App, { accountId, email, askedAt }: EmailWish) =>
  app.db.transaction().execute(async (tx) => {
    if (email.toLowerCase().endsWith('.invalid')) return // the shop's own accounts have such addresses
    if (await isOutdated(tx, accountId, new Date(askedAt))) return
    if (await belongsToOther(app, tx, accountId, email)) {
      await app.mail.send(tx, addressWantedMail, email, {})
      return
    }
    await useUpLinks(app, tx, accountId, 'change_email') // only the last wish counts
    const token = await makeLink(app, tx, { id: accountId, email }, 'change_email')
    await app.mail.send(tx, changeEmailMail, email, { token })
  })

/** Whether the password or the address has changed since, perhaps because the wish was a thief's. Locks the account. */
async function isOutdated(tx: Tx, accountId: number, askedAt: Date) {
  const account = await tx
    .selectFrom('account')
    .where('id', '=', accountId)
    .where('deletedAt', 'is', null)
    .select(['passwordChangedAt', 'emailChangedAt'])
    .forNoKeyUpdate()
    .executeTakeFirst()
  return !account || [account.passwordChangedAt, account.emailChangedAt].some((at) => at && at >= askedAt)
}

async function belongsToOther({ clock }: App, tx: Tx, accountId: number, email: string) {
  const owner = await tx
    .selectFrom('account')
    .where('emailKey', '=', email.toLowerCase())
    .select('id')
    .executeTakeFirst()
  return (owner && owner.id !== accountId) || (await isAddressKeptForOther(tx, email, accountId, clock.now()))
}

/** The new address takes effect, and the old one gets a link that undoes this. */
export const changeEmailByLink = (app: App, token: string) =>
  taking(
    app.db.transaction().execute(async (tx) => {
      const person = await findLink(app, tx, token, 'change_email')
      const { id, email, emailVerifiedAt, sentTo } = person
      await setEmail(app, tx, id, sentTo)
      await useUpLinks(app, tx, id, 'confirm_email')
      // an old address that nobody has confirmed may be a stranger's: it gets no power over the account
      const undo = emailVerifiedAt ? await makeLink(app, tx, { id, email }, 'undo_email') : null
      await app.mail.send(tx, emailChangedMail, email, { at: app.clock.now(), token: undo })
    }),
  )

/**
 * Gives an account its former address and another password, and ends all sessions. Links to addresses that came later
 * are used up with this one: they may be a thief's. Links to earlier addresses still work. A second step and passkeys that
 * came with the change end, too. Returns the account.
 */
export async function undoEmail(app: App, { token, password }: { token: string; password: string }) {
  const account = await app.db.transaction().execute((tx) => findLink(app, tx, token, 'undo_email'))
  const weakness = weaknessOf(password, { email: account.sentTo, handle: account.handle })
  if (weakness) throw invalid({ password: weakness })
  const passwordHash = await hashPassword(password)
  await taking(
    app.db.transaction().execute(async (tx) => {
      const { id, email, sentTo, sentAt } = await findLink(app, tx, token, 'undo_email') // may have been used meanwhile
      await useUpLinks(app, tx, id, 'undo_email', sentAt)
      await setEmail(app, tx, id, sentTo)
      await changePassword(app, tx, { id, email: sentTo }, { passwordHash, keptSession: null })
      const since = new Date(sentAt.getTime() - BEFORE_CHANGE)
      await endSecondStep(app, tx, { id, email: sentTo }, since)
      await endPasskeys(app, tx, { id, email: sentTo }, since)
      await unlinkOtherAddresses(app, tx, { id, email: sentTo })
      await app.mail.send(tx, emailRestoredMail, email, { at: app.clock.now() })
    }),
  )
  return account.id
}

/** The link was read there, so the address is confirmed. */
async function setEmail(app: App, tx: Tx, id: number, email: string) {
  const now = app.clock.now()
  const confirmed = { email, emailVerifiedAt: now, emailChangedAt: now }
  await tx.updateTable('account').set(confirmed).where('id', '=', id).execute()
  if (await isAddressKeptForOther(tx, email, id, now)) throw addressTaken()
  await useUpLinks(app, tx, id, 'change_email')
  await app.enqueue(tx, 'credit-referral', { accountId: id })
}

const addressTaken = () => conflict('already_taken', 'Another account has this email now.')
const taking = <T>(transaction: Promise<T>) => orIfTaken(transaction, 'account_email_key', addressTaken)
