import { REST_HOURS } from '#contract/payout-values.ts'
import type { Tx } from '#server/db/connect.ts'
import { lockAccount, setLegalName } from '#server/accounts/index.ts'
import { throttle } from '#server/http/throttle.ts'
import { notify } from '#server/notifications/index.ts'
import type { App } from '#server/services.ts'
import { giveBack } from './give-back.ts'
import { paypalChangedMail } from './mails.ts'

/** Each change writes a mail. */
const CHANGES = { name: 'paypal by account', max: 10, seconds: 3600 }

/** Links another address. Payouts that wait are looked at again: they were meant for the former one. */
export async function linkPayPal(app: App, accountId: number, paypalEmail: string) {
  await throttle(app, CHANGES, String(accountId))
  await changeTarget(app, accountId, async (tx, now) => {
    const former = await addressOf(tx, accountId)
    if (former === paypalEmail) return
    await tx
      .updateTable('payoutTarget')
      .set({ paypalEmail, changedAt: now })
      .where('accountId', '=', accountId)
      .execute()
    await tx
      .updateTable('payout')
      .set({ looks: ['first'], approvedAt: null, dueAt: null })
      .where('accountId', '=', accountId)
      .where('state', '=', 'requested')
      .execute()
    await tell(app, tx, accountId, { former, address: paypalEmail, at: now })
  })
}

/** Unlinks. The money of payouts that wait goes back into the balance; what was sent goes its way. */
export const unlinkPayPal = (app: App, accountId: number) =>
  changeTarget(app, accountId, async (tx, now) => {
    const former = await addressOf(tx, accountId)
    if (former === null) return
    await tx
      .updateTable('payoutTarget')
      .set({ paypalEmail: null, changedAt: now })
      .where('accountId', '=', accountId)
      .execute()
    await cancelRequested(app, tx, accountId, 'PayPal was unlinked. Back in your balance.')
    await tell(app, tx, accountId, { former, address: null, at: now })
  })

type Details = { autoPayout?: boolean | undefined; country?: string | undefined; legalName?: string | undefined }

export const changeDetails = (app: App, accountId: number, { legalName, ...columns }: Details) =>
  changeTarget(app, accountId, async (tx) => {
    if (Object.keys(columns).length)
      await tx.updateTable('payoutTarget').set(columns).where('accountId', '=', accountId).execute()
    if (legalName !== undefined) await setLegalName(tx, accountId, legalName)
  })

async function cancelRequested(app: Pick<App, 'clock'>, tx: Tx, accountId: number, why: string) {
  const waiting = await tx
    .selectFrom('payout')
    .where('accountId', '=', accountId)
    .where('state', '=', 'requested')
    .selectAll()
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const payout of waiting) await giveBack(app, tx, payout, { state: 'canceled', failure: why })
}

/** Locks the row, and makes it if it is missing: a change and a deletion at the same time wait for each other. */
export async function holdTarget(tx: Tx, accountId: number) {
  await tx
    .insertInto('payoutTarget')
    .values({ accountId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await tx.selectFrom('payoutTarget').where('accountId', '=', accountId).select('accountId').forUpdate().execute()
}

/** Stands at payouts that wait for an admin because of a ban. */
export const OF_BANNED = 'The seller is banned.'

/** Lets payouts that waited because of a ban go their way. Those that wait for another reason go on waiting. */
export const wakePayouts = (tx: Tx, accountId: number, now: Date) =>
  tx
    .updateTable('payout')
    .set({ dueAt: now, heldFor: null })
    .where('accountId', '=', accountId)
    .where('state', '=', 'requested')
    .where('heldFor', '=', OF_BANNED)
    .execute()

/** Removes the address. The money of payouts that wait stays in the books, under the account's number. */
export async function forgetTarget(tx: Tx, accountId: number, now: Date) {
  await cancelRequested({ clock: { now: () => now } }, tx, accountId, 'The account was deleted.')
  await tx.updateTable('payout').set({ address: null, failure: null }).where('accountId', '=', accountId).execute()
  await tx.deleteFrom('payoutTarget').where('accountId', '=', accountId).execute()
}

/** The row is locked until the end. It is made for a person who has none. A deleted account gets none. */
const changeTarget = (app: App, accountId: number, act: (tx: Tx, now: Date) => Promise<void>) =>
  app.db.transaction().execute(async (tx) => {
    await holdTarget(tx, accountId)
    await lockAccount(tx, accountId)
    await act(tx, app.clock.now())
  })

const addressOf = async (tx: Tx, accountId: number) =>
  (
    await tx
      .selectFrom('payoutTarget')
      .where('accountId', '=', accountId)
      .select('paypalEmail')
      .executeTakeFirstOrThrow()
  ).paypalEmail

type Change = { former: string | null; address: string | null; at: Date }

/** The owner hears of it by mail and on the site, as a thief might have done it. */
async function tell(app: App, tx: Tx, accountId: number, change: Change) {
  const { email, handle } = await tx
    .selectFrom('account')
    .where('id', '=', accountId)
    .select(['email', 'handle'])
    .executeTakeFirstOrThrow()
  await app.mail.send(tx, paypalChangedMail, email, { handle, ...change })
  await notify(app, tx, {
    accountId,
    topic: 'payout',
    relatedType: 'SYSTEM',
    title: change.address ? 'Your PayPal address has changed' : 'Your PayPal was unlinked',
    message: `Payouts rest for ${REST_HOURS} hours. If it wasn’t you, change your password at once.`,
  })
}
