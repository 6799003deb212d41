import type { Plan } from '#contract/plans.ts'
import type { Tx } from '#server/db/connect.ts'
import type { App } from '#server/services.ts'
import { lockCards } from './lock-cards.ts'

/** Sets the plan that `find` tells under the account's lock. Its items and what waits for a review follow in jobs. */
export async function setPlan(app: Pick<App, 'enqueue'>, tx: Tx, accountId: number, find: () => Promise<Plan>) {
  await lockCards(tx, accountId)
  const account = await tx
    .selectFrom('account')
    .where('id', '=', accountId)
    .select('plan')
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const plan = await find()
  if (account.plan === plan) return
  await tx.updateTable('account').set({ plan }).where('id', '=', accountId).execute()
  await app.enqueue(tx, 'index-items-of', { ownerId: accountId }, { jobKey: `index items of ${accountId}` })
  await app.enqueue(tx, 'set-turns', { sellerId: accountId }, { jobKey: `turns of ${accountId}` })
}
