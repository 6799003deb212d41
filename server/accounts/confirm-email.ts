import type { Tx } from '#server/db/connect.ts'
import { conflict } from '#server/errors.ts'
import type { Caller } from '#server/http/serve.ts'
import { throttle, throttleNetwork } from '#server/http/throttle.ts'
import type { App } from '#server/services.ts'
import { confirmEmailMail, welcomeMail } from './mails.ts'
import { findLink, makeLink, useUpLinks } from './one-time-links.ts'
import { getAccount, lockAccount } from './queries.ts'

const BY_ACCOUNT = { name: 'confirmation by account', max: 3, seconds: 3600 }
const BY_NETWORK = { name: 'confirmation by address', max: 20, seconds: 3600 }

type Person = { id: number; email: string; handle: string }

/** Mails a link. Following it proves that the person reads this mailbox. */
export async function sendConfirmation(app: App, tx: Tx, person: Person) {
  const token = await makeLink(app, tx, person, 'confirm_email')
  await app.mail.send(tx, confirmEmailMail, person.email, { token })
}

export async function sendConfirmationAgain(app: App, accountId: number, { address }: Caller) {
  const account = await getAccount(app.db, accountId)
  if (account.emailVerifiedAt) throw conflict('already_confirmed', 'Your email is confirmed already.')
  await throttleNetwork(app, BY_NETWORK, address)
  await throttle(app, BY_ACCOUNT, String(accountId))
  await app.db.transaction().execute(async (tx) => {
    await lockAccount(tx, accountId)
    await sendConfirmation(app, tx, account)
  })
}

export const confirmByLink = (app: App, token: string) =>
  app.db.transaction().execute(async (tx) => confirmEmail(app, tx, await findLink(app, tx, token, 'confirm_email')))

/** The only function that marks an address as confirmed. */
export async function confirmEmail(app: App, tx: Tx, { id, email, handle }: Person) {
  await useUpLinks(app, tx, id, 'confirm_email')
  const confirmed = await tx
    .updateTable('account')
    .set({ emailVerifiedAt: app.clock.now() })
    .where('id', '=', id)
    .where('emailVerifiedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!confirmed) return
  await app.mail.send(tx, welcomeMail, email, { handle }, { dedupeKey: `welcome ${id}` })
  await app.enqueue(tx, 'credit-referral', { accountId: id })
}
