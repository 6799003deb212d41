// `npm run admin:release -- someone@example.com`: for somebody who has lost phone and recovery codes. Takes two-step sign-in
// and passkeys off an account, ends its sessions, and tells the owner by mail.
import { releaseAccount } from '#server/accounts/index.ts'
import { systemClock } from '#server/clock.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { createMail } from '#server/mail/mail.ts'
import { openForHolder } from './operator.ts'

const { config, db, holder, close } = await openForHolder('npm run admin:release -- someone@example.com')
const mail = createMail({
  config,
  enqueue,
  clock: systemClock,
  secret: new Uint8Array(), // mails about an account's safety have no link that unsubscribes
  origin: () => config.publicUrl ?? `http://${config.host}:${config.port}`,
})
const { hadStep, passkeys } = await db
  .transaction()
  .execute((tx) => releaseAccount({ clock: systemClock, mail }, tx, holder.id))
await close()
console.log(`Two-step sign-in ${hadStep ? 'was on and is off now' : 'was off'}. Passkeys removed: ${passkeys}.`)
console.log(`${holder.handle} is signed out everywhere, signs in with the password alone, and gets a mail about it.`)
