import { invalid } from '#server/errors.ts'
import type { Caller } from '#server/http/serve.ts'
import { throttle, throttleNetwork } from '#server/http/throttle.ts'
import type { App } from '#server/services.ts'
import { changePassword } from './change-password.ts'
import { confirmEmail } from './confirm-email.ts'
import { resetPasswordMail } from './mails.ts'
import { unlinkOtherAddresses } from './identities.ts'
import { findLink, makeLink } from './one-time-links.ts'
import { hashPassword, weaknessOf } from './password.ts'
import { endPasskeys } from './passkeys.ts'
import { lockReachable } from './queries.ts'
import { endSecondStep } from './second-step.ts'

declare module '#server/jobs/enqueue.ts' {
  interface Jobs {
    'send-reset-link': { email: string }
  }
}

const BY_NETWORK = { name: 'reset by address', max: 20, seconds: 3600 }
const BY_EMAIL = { name: 'reset by email', max: 5, seconds: 3600 }

/** Answers in the same way and time whether or not an account has the address: only the job looks for it. */
export async function askForReset(app: App, email: string, { address }: Caller) {
  const key = email.toLowerCase()
  await throttleNetwork(app, BY_NETWORK, address)
  await throttle(app, BY_EMAIL, key)
  await app.db
    .transaction()
    .execute((tx) => app.enqueue(tx, 'send-reset-link', { email: key }, { jobKey: `reset ${key}` }))
}

/** The job `send-reset-link`. An account without a password gets a link too, because its mailbox proves the owner. */
export const sendResetLink = (app: App, { email }: { email: string }) =>
  app.db.transaction().execute(async (tx) => {
    const account = await lockReachable(tx, email)
    if (!account) return
    const token = await makeLink(app, tx, account, 'reset_password')
    await app.mail.send(tx, resetPasswordMail, account.email, { token })
  })

/** Sets the password, and confirms the address because the link was read there. Signs nobody in. Returns the account. */
export async function resetPassword(app: App, { token, password }: { token: string; password: string }) {
  const account = await app.db.transaction().execute((tx) => findLink(app, tx, token, 'reset_password'))
  const weakness = weaknessOf(password, account)
  if (weakness) throw invalid({ password: weakness })
  const passwordHash = await hashPassword(password)
  await app.db.transaction().execute(async (tx) => {
    const person = await findLink(app, tx, token, 'reset_password') // the link may have been used during the hashing
    await changePassword(app, tx, person, { passwordHash, keptSession: null })
    // whoever registered with an address that is not theirs must not keep its owner out
    if (!person.emailVerifiedAt) {
      await endSecondStep(app, tx, person)
      await endPasskeys(app, tx, person)
    }
    await confirmEmail(app, tx, person)
    await unlinkOtherAddresses(app, tx, person)
  })
  return account.id
}
