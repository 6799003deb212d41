import { setPlan } from '#server/accounts/index.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Tasks } from '#server/jobs/worker.ts'
import type { App } from '#server/services.ts'
import { higherOf, planAt, type PlanEvent } from './plan-at.ts'
import { grantedPlan, periodsOf, subscriptionsOf } from './rows.ts'

/** The provider's clock may be ahead of the shop's: a period that was paid just now has begun. */
const CLOCKS_DIFFER = 10 * 60_000

declare module '#server/jobs/enqueue.ts' {
  interface Jobs {
    'set-plan': { accountId: number }
  }
}

/**
 * Sets the plan of an account after the transaction. The account and its cards are locked before anything else, so this
 * can't happen while an order is locked.
 */
export const setPlanSoon = ({ enqueue }: Pick<App, 'enqueue'>, tx: Tx, accountId: number) =>
  enqueue(tx, 'set-plan', { accountId }, { jobKey: `plan of ${accountId}` })

export const planTasks = (app: App): Pick<Tasks, 'set-plan'> => ({
  'set-plan': ({ accountId }) => app.db.transaction().execute((tx) => setPlanNow(app, tx, accountId)),
})

/** Sets the plan of an account: the higher one of its subscription and of what an admin has given. */
export const setPlanNow = (app: Pick<App, 'enqueue' | 'clock'>, tx: Tx, accountId: number) =>
  setPlan(app, tx, accountId, async () => {
    const now = app.clock.now()
    return higherOf(planAt(await eventsOf(tx, accountId, now), now), await grantedPlan(tx, accountId, now))
  })

/** The node that changed a subscription may have a clock ahead of this one's: its state holds now, whatever that clock said. */
async function eventsOf(tx: Tx, accountId: number, now: Date): Promise<PlanEvent[]> {
  const rows = await subscriptionsOf(tx, accountId)
  const periods = await periodsOf(
    tx,
    rows.map(({ id }) => id),
  )
  return rows.flatMap(({ id: subscription, plan, state, endsWithPeriod, changedAt }): PlanEvent[] => {
    const at = changedAt < now ? changedAt : now
    return [
      ...periods
        .filter(({ subscriptionId }) => subscriptionId === subscription)
        .map(({ beginsAt, endsAt }) => ({
          at: new Date(beginsAt.getTime() - CLOCKS_DIFFER),
          subscription,
          type: 'paid' as const,
          plan,
          until: endsAt,
        })),
      ...(endsWithPeriod ? [{ at, subscription, type: 'canceled' as const }] : []),
      ...(state === 'paused' || state === 'ended' ? [{ at, subscription, type: 'stopped' as const }] : []),
    ]
  })
}
