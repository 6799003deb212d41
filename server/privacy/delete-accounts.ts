import { sql } from 'kysely'
import type { Tx } from '#server/db/connect.ts'
import { actOnEach, type Taker } from '#server/jobs/due.ts'
import type { App, Person } from '#server/services.ts'
import { lockMoney } from './lock-money.ts'
import { isBeingPaid } from './leaving.ts'
import { goodbyeMail } from './mails.ts'

/** Tells whom it has forgotten. */
export type ForgetPerson = (app: App, tx: Tx, accountId: number) => Promise<Pick<Person, 'email'>>

const MINUTE = 60_000
/** A deletion that failed is tried again then. */
const AGAIN_AFTER = 10 * MINUTE
/** An order whose payment runs, and a payout that is not confirmed, are waited for. */
const WAIT_FOR_MONEY = 60 * MINUTE
/** Calls that were let in before the deletion have ended by then. */
const CALLS_ENDED = 10 * MINUTE
const BATCH = 20

/**
 * Deletes the accounts whose week is over, each in a transaction of its own: one that fails stops no other. Each is forgotten
 * twice.
 */
export const deletionTaker = (forget: ForgetPerson): Taker => ({
  name: 'delete accounts',
  async takeDue(app, now) {
    const againAt = new Date(now.getTime() + AGAIN_AFTER)
    const { rows } = await sql<{ accountId: number }>`update account_deletion set due_at = ${againAt}
      where account_id in (select account_id from account_deletion where due_at <= ${now} order by due_at
      limit ${BATCH} for update skip locked) returning account_id`.execute(app.db)
    await actOnEach(rows, {
      act: ({ accountId }) => deleteAccount(app, forget, { accountId, now, againAt }),
      strikeOff: async () => {}, // the row goes with the account's data
    })
    return rows.length
  },
})

type Due = { accountId: number; now: Date; againAt: Date }

const deleteAccount = (app: App, forget: ForgetPerson, { accountId, now, againAt }: Due) =>
  app.db.transaction().execute(async (tx) => {
    const { rows } = await sql`select from account_deletion where account_id = ${accountId} and due_at <= ${againAt}
      for update`.execute(tx)
    if (rows.length === 0) return // the person has changed their mind, and may have asked for a later deletion since
    // an order that completes now ends first: its lock comes before all others
    await lockMoney(tx, accountId)
    const orders = await sql`select from shop_order where buyer_id = ${accountId} and ${isBeingPaid}`.execute(tx)
    // so does a payout that begins now
    await sql`select from payout_target where account_id = ${accountId} for update`.execute(tx)
    const payouts = await sql`select from payout where account_id = ${accountId} and state = 'processing'`.execute(tx)
    if (orders.rows.length || payouts.rows.length) return postpone(tx, accountId, now)
    const { deletedAt } = await tx
      .selectFrom('account')
      .where('id', '=', accountId)
      .select('deletedAt')
      .executeTakeFirstOrThrow()
    const { email } = await forget(app, tx, accountId)
    if (deletedAt) return
    // a call that was let in before, such as a like, may write after this: what it leaves is forgotten, too
    const dueAt = new Date(app.clock.now().getTime() + CALLS_ENDED) // the round may have begun long ago
    await tx.insertInto('accountDeletion').values({ accountId, askedAt: now, dueAt }).execute()
    await app.mail.send(tx, goodbyeMail, email, {}, { isBrief: true })
  })

async function postpone(tx: Tx, accountId: number, now: Date) {
  const dueAt = new Date(now.getTime() + WAIT_FOR_MONEY)
  await tx.updateTable('accountDeletion').set({ dueAt }).where('accountId', '=', accountId).execute()
}
