import { sql } from 'kysely'
import type { Taker } from '#server/jobs/due.ts'
import type { App } from '#server/services.ts'
import { lockTarget, hasDetails, takePayout } from './request.ts'
import { weekOf } from './week.ts'

const MINUTE = 60_000
const BATCH = 100

/**
 * Every Monday the balances of linked accounts are paid out. A run goes through the accounts in the order of their ids and
 * keeps how far it came, so another node goes on after a crash. One payout for a seller and week is held by the database.
 */
export const weeklyTaker: Taker = {
  name: 'write weekly payouts',
  async takeDue(app, now) {
    await beginWeek(app, now)
    const run = await takeRun(app, now)
    if (!run) return 0
    const accounts = await nextAccounts(app, run.lastAccount, now)
    const failures: unknown[] = []
    for (const { accountId } of accounts)
      await payWeek(app, accountId, run.week).catch((error: unknown) => failures.push(error))
    await keepPlace(app, run, { last: accounts.at(-1)?.accountId, isAgain: run.isAgain || failures.length > 0, now })
    if (failures.length) throw failures[0]
    return accounts.length
  },
}

type Place = { last: number | undefined; isAgain: boolean; now: Date }

/** After the last account the run is over. If one could not be paid, all are gone through again some minutes later. */
function keepPlace({ db }: App, { week }: Run, { last, isAgain, now }: Place) {
  const later = new Date(now.getTime() + 10 * MINUTE)
  const over = { dueAt: isAgain ? later : null, lastAccount: 0, isAgain: false }
  return db
    .updateTable('payoutWeek')
    .set(last === undefined ? over : { dueAt: now, lastAccount: last, isAgain })
    .where('week', '=', week)
    .execute()
}

/** A week whose Monday passed while no node ran begins late. Weeks before it are paid with it. */
const beginWeek = ({ db }: App, now: Date) =>
  db
    .insertInto('payoutWeek')
    .values({ week: weekOf(now), dueAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

type Run = { week: string; lastAccount: number; isAgain: boolean }

/** If this node dies, another one goes on a minute later. */
async function takeRun({ db }: App, now: Date) {
  const { rows } = await sql<Run>`update payout_week
    set due_at = ${new Date(now.getTime() + MINUTE)} where week = (select week from payout_week
    where due_at <= ${now} order by week limit 1 for update skip locked) returning week, last_account, is_again`.execute(
    db,
  )
  return rows[0]
}

/** Linked accounts with something to pay out. */
const nextAccounts = async ({ db }: App, after: number, now: Date) =>
  (
    await sql<{ accountId: number }>`select target.account_id from payout_target target
      where target.paypal_email is not null and target.auto_payout and target.account_id > ${after}
      and (select coalesce(sum(line.cents), 0) from ledger_account owned
        join ledger_line line on line.account_id = owned.id
        where owned.kind = 'earnings' and owned.owner_id = target.account_id and line.available_at <= ${now}) > 0
      order by target.account_id limit ${BATCH}`.execute(db)
  ).rows

const payWeek = (app: App, accountId: number, week: string) =>
  app.db.transaction().execute(async (tx) => {
    const target = await lockTarget(tx, accountId)
    if (!target?.paypalEmail || !target.autoPayout || !hasDetails(target)) return
    await takePayout(app, tx, { ...target, paypalEmail: target.paypalEmail }, { kind: 'weekly', week })
  })
