import type { SubscriptionItem } from '#contract/checkout.ts'
import { sql } from 'kysely'
import { endSubscription, type LineKind, type PaidLine, type PaidOrder } from '#server/checkout/index.ts'
import type { Tx } from '#server/db/connect.ts'
import type { NewNotice } from '#server/notifications/index.ts'
import type { App } from '#server/services.ts'
import { closeRunningTasks, closeTasks, openTasks } from '#server/worklist/index.ts'
import { giveCredits, takeCredits } from './plan-credits.ts'
import { hasFailed, lockSubscription, presentOf, subscriptionOf, type SubscriptionRow } from './rows.ts'
import { setPlanSoon } from './set-plan.ts'
import { newsOfPeriod } from './tell.ts'
import { unusedOf } from './unused.ts'

type PlanLine = PaidLine & { item: SubscriptionItem }

/** Gives a paid period to its buyer. The first one begins a subscription, which takes the place of another one. */
export async function grantPeriod(app: App, tx: Tx, order: PaidOrder, line: PlanLine): Promise<string | null> {
  const { buyerId } = order
  const charge = order.charge! // a plan is never free, and is paid by a subscription
  const known = await subscriptionOf(tx, { provider: charge.provider, reference: charge.subscription })
  const before = known && (await lockSubscription(tx, known.id))
  if (before?.state === 'ended') return 'This plan had ended before.'
  if (before && hasFailed(before)) await markPaid(tx, before, app.clock.now())
  if (!known) {
    const former = await presentOf(tx, buyerId)
    const why = await whyNotInstead(tx, line.id, former, app.clock.now())
    if (why !== null) return why
    if (former) await endBefore(app, tx, await lockSubscription(tx, former.id))
  }
  const subscription = known ?? (await begin(app, tx, order, line.item))
  await tx
    .insertInto('subscriptionPeriod')
    .values({
      subscriptionId: subscription.id,
      lineId: line.id,
      beginsAt: charge.from,
      endsAt: charge.until,
      worthCents: line.cents,
    })
    .execute()
  await openTasks(tx, {
    accountId: buyerId,
    subscriptionId: subscription.id,
    lineId: line.id,
    plan: subscription.plan,
    beginsAt: charge.from,
    endsAt: charge.until,
  })
  await setPlanSoon(app, tx, buyerId)
  await giveCredits(app, tx, subscription)
  return null
}

/** The notice of a period that was given: the first one of its subscription, or a renewal. */
export async function newsOfPeriods(tx: Tx, { charge }: PaidOrder, [line]: readonly PaidLine[]): Promise<NewNotice[]> {
  if (!line) return [] // it was refused
  const { provider, subscription: reference, until } = charge!
  const subscription = (await subscriptionOf(tx, { provider, reference }))!
  const { first } = await tx
    .selectFrom('subscriptionPeriod')
    .where('subscriptionId', '=', subscription.id)
    .select((all) => all.fn.min('lineId').as('first'))
    .executeTakeFirstOrThrow()
  return [newsOfPeriod({ subscription, isFirst: first === line.id, until })]
}

/** A paid renewal has not failed, also before its provider is asked for the state anew: nobody pays it twice. */
const markPaid = (tx: Tx, { id }: SubscriptionRow, now: Date) =>
  tx.updateTable('subscription').set({ state: 'active', failure: null, changedAt: now }).where('id', '=', id).execute()

/**
 * Why a plan can't take the place of another one at the price that was paid; null if it can. Since the order was stored, the
 * other one may have been refunded, or paid for again by a renewal.
 */
async function whyNotInstead(tx: Tx, lineId: number, former: SubscriptionRow | undefined, now: Date) {
  const taken = await tx
    .selectFrom('orderAdjustment as taken')
    .innerJoin('orderLine as line', 'line.id', 'taken.lineId')
    .innerJoin('shopOrder', 'shopOrder.id', 'line.orderId')
    .where('line.id', '=', lineId)
    .where('taken.kind', '=', 'plan')
    .select(['taken.sourceId', 'taken.cents', 'shopOrder.createdAt'])
    .executeTakeFirst()
  if (taken) {
    await lockSubscription(tx, taken.sourceId!)
    if ((await unusedOf(tx, taken.sourceId!, taken.createdAt)) < taken.cents)
      return 'A part of what you paid for your former plan went back to you.'
  }
  if (!former) return null
  if (hasFailed(await lockSubscription(tx, former.id))) return null
  const takenOff = taken?.sourceId === former.id ? taken.cents : 0
  return (await unusedOf(tx, former.id, now)) > takenOff
    ? 'Your present plan was paid for meanwhile, and this price takes nothing off for that. Choose the new plan again.'
    : null
}

const begin = (app: App, tx: Tx, { buyerId, charge }: PaidOrder, { planId, billingCycle }: SubscriptionItem) => {
  const now = app.clock.now()
  return tx
    .insertInto('subscription')
    .values({
      accountId: buyerId,
      plan: planId,
      cycle: billingCycle,
      provider: charge!.provider,
      reference: charge!.subscription,
      paidWith: charge!.paidWith,
      beganAt: now,
      changedAt: now,
      dueAt: now,
    })
    .returningAll()
    .$narrowType<Pick<SubscriptionRow, 'plan' | 'cycle' | 'provider'>>()
    .executeTakeFirstOrThrow()
}

/** Ends the plan of a locked subscription. */
export async function endPlan(app: App, tx: Tx, row: SubscriptionRow) {
  await endRow(tx, row, app.clock.now())
  await setPlanSoon(app, tx, row.accountId)
}

/**
 * Ends a subscription, here at once and at its provider soon. It is looked at until its provider has ended it: a renewal
 * that the provider has taken meanwhile goes back.
 */
export async function endRow(tx: Tx, { id, provider, reference }: SubscriptionRow, now: Date) {
  await tx
    .updateTable('subscription')
    .set({ state: 'ended', endedAt: now, changedAt: now, dueAt: now })
    .where('id', '=', id)
    .execute()
  await endSubscription(tx, { provider, subscription: reference }, now)
}

/** Ends a plan before its time: nothing more is to be done for its present period. */
async function endBefore(app: App, tx: Tx, subscription: SubscriptionRow) {
  await endPlan(app, tx, subscription)
  await closeRunningTasks(tx, subscription.id, app.clock.now())
}

/**
 * Takes back a refunded period. A plan whose present or next period went back ends at once. An upgrade was paid by the
 * difference alone, so it ends with what it replaced.
 */
export const returnPeriod: LineKind['revoke'] = async (app, tx, { id, returnedCents, isWhole, isLost }) => {
  const now = app.clock.now()
  const period = await tx
    .selectFrom('subscriptionPeriod')
    .where('lineId', '=', id)
    .select(['subscriptionId', 'beginsAt', 'endsAt'])
    .executeTakeFirstOrThrow()
  const subscription = await lockSubscription(tx, period.subscriptionId)
  await tx
    .updateTable('subscriptionPeriod')
    .set({ worthCents: sql`greatest(0, worth_cents - ${returnedCents}::bigint)`, ...(isWhole && { returnedAt: now }) })
    .where('lineId', '=', id)
    .execute()
  if (isWhole) await closeTasks(tx, { lineId: id }, now)
  if (isWhole && period.endsAt > now) await endWithUpgrades(app, tx, subscription)
  if (isLost) await takeCredits(app, tx, subscription, period)
}

async function endWithUpgrades(app: App, tx: Tx, subscription: SubscriptionRow) {
  if (subscription.state !== 'ended') return endBefore(app, tx, subscription)
  const upgrades = await tx
    .selectFrom('orderAdjustment as taken')
    .innerJoin('subscriptionPeriod as period', 'period.lineId', 'taken.lineId')
    .where('taken.kind', '=', 'plan')
    .where('taken.sourceId', '=', subscription.id)
    .select('period.subscriptionId')
    .orderBy('period.subscriptionId')
    .execute()
  for (const { subscriptionId } of upgrades) await endWithUpgrades(app, tx, await lockSubscription(tx, subscriptionId))
}
