import { CYCLES, PLANS } from '#contract/plans.ts'
import { bookRenewal, paymentOfSubscription, type Shop } from '#server/checkout/index.ts'
import type { Tx } from '#server/db/connect.ts'
import { providerNamed } from '#server/payments/payments.ts'
import type { SubscriptionPayment, SubscriptionSeen } from '#server/payments/port-subscriptions.ts'
import type { App } from '#server/services.ts'
import { endPlan } from './periods.ts'
import { giveCredits, nextCreditsAt } from './plan-credits.ts'
import {
  findSubscription,
  isOfBanned,
  lockSubscription,
  paidUntil,
  periodsOf,
  renews,
  type Period,
  type SubscriptionRow,
} from './rows.ts'
import { setPlanSoon } from './set-plan.ts'
import { announceRenewal, tellOfEnd, tellOfFailure, tellOfPause } from './tell.ts'

export const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const EVER = new Date(0)

/** Asks the provider how a subscription stands, books what it has taken, and brings the plan to the same. */
export async function follow(shop: Shop, id: number) {
  while (!(await tryToFollow(shop, id)));
}

/**
 * False: the subscription has changed while the provider answered, or a payment was booked, also by this look. The state
 * that the provider told may be older than that, so it is asked for anew.
 */
async function tryToFollow(shop: Shop, id: number) {
  const { app } = shop
  const row = (await findSubscription(app.db, id))!
  const { subscriptions } = providerNamed(app.payments, row.provider)
  const until = paidUntil(await periodsOf(app.db, [id]))
  const seen = await subscriptions.find(row.reference)
  const payments = await subscriptions.findPayments({
    reference: row.reference,
    since: new Date((until ?? EVER).getTime() - DAY),
  })
  return app.db.transaction().execute(async (tx) => {
    const { changedAt } = await lockSubscription(tx, id)
    if (changedAt.getTime() !== row.changedAt.getTime()) return false
    for (const payment of payments) if (payment.state === 'paid') await book(shop, tx, row, { payment, seen })
    if (paidUntil(await periodsOf(tx, [id]))?.getTime() !== until?.getTime()) return false
    await bringTo(app, tx, await lockSubscription(tx, id), seen)
    return true
  })
}

type Paid = { payment: SubscriptionPayment; seen: SubscriptionSeen }

async function book(shop: Shop, tx: Tx, row: SubscriptionRow, { payment, seen }: Paid) {
  const { provider, reference: subscription } = row
  const first = await paymentOfSubscription(tx, { provider, subscription })
  await bookRenewal(shop, tx, {
    buyerId: row.accountId,
    asked: { type: 'subscription', planId: row.plan, billingCycle: row.cycle },
    title: `${PLANS[row.plan].name} plan`,
    label: CYCLES[row.cycle].name,
    method: first!.method,
    payment,
    charge: { provider, subscription, paidWith: seen.paidWith, from: payment.from, until: payment.until },
  })
}

/** Brings a locked subscription to the state that its provider tells. */
async function bringTo(app: App, tx: Tx, row: SubscriptionRow, seen: SubscriptionSeen) {
  const now = app.clock.now()
  if (row.state === 'ended') {
    const dueAt = seen.state === 'ended' ? null : later(now, 10 * MINUTE)
    await tx.updateTable('subscription').set({ dueAt }).where('id', '=', row.id).execute()
    return
  }
  const periods = await periodsOf(tx, [row.id])
  const until = paidUntil(periods) ?? row.beganAt
  // its owner may have ended it at the provider itself: the time that is paid stays
  const endsWithPeriod = seen.endsWithPeriod || seen.state === 'ended'
  if (endsWithPeriod && until <= now) {
    await endPlan(app, tx, row)
    return tellOfEnd(app, tx, row)
  }
  const state = seen.state === 'open' || seen.state === 'ended' ? row.state : seen.state
  const { failure, paidWith } = seen
  const isAnnounced = state === 'active' && !endsWithPeriod && announcementOf(row, until) <= now && now < until
  const next = { ...row, state, endsWithPeriod, failure, paidWith: paidWith ?? row.paidWith }
  const stopsSoon = renews(next) && (await isOfBanned(tx, row))
  const isChanged = state !== row.state || endsWithPeriod !== row.endsWithPeriod
  await giveCredits(app, tx, row)
  const announcedUntil = isAnnounced ? until : row.announcedUntil
  await tx
    .updateTable('subscription')
    .set({
      state,
      endsWithPeriod,
      failure,
      paidWith: next.paidWith,
      announcedUntil,
      ...(isChanged && { changedAt: now }),
      dueAt: stopsSoon
        ? later(now, MINUTE) // its owner is banned
        : nextLook({ ...next, announcedUntil }, await periodsOf(tx, [row.id]), now),
    })
    .where('id', '=', row.id)
    .execute()
  if (isChanged || until <= now) await setPlanSoon(app, tx, row.accountId) // a plan is not kept without end
  if (isAnnounced && row.announcedUntil?.getTime() !== until.getTime()) await announceRenewal(app, tx, next, until)
  if (state === 'overdue' && row.state !== state) await tellOfFailure(app, tx, next, until)
  if (state === 'paused' && row.state !== state) await tellOfPause(app, tx, next, until)
}

const announcementOf = ({ cycle }: SubscriptionRow, until: Date) =>
  new Date(until.getTime() - CYCLES[cycle].announcedDays * DAY)

/** When the shop looks at a subscription by itself. Messages of the provider come earlier, if they come. */
function nextLook(row: SubscriptionRow, periods: readonly Period[], now: Date) {
  const until = paidUntil(periods) ?? row.beganAt
  if (row.state === 'paused') return later(now, DAY)
  if (row.state === 'overdue') return later(now, HOUR)
  if (until <= now) return later(now, 10 * MINUTE) // the renewal is on its way
  const isAnnounced = row.endsWithPeriod || row.announcedUntil?.getTime() === until.getTime()
  const credits = nextCreditsAt(periods, CYCLES[row.cycle].months)
  const times = [
    row.endsWithPeriod ? until : later(until, MINUTE),
    ...(isAnnounced ? [] : [announcementOf(row, until)]),
    ...(credits && credits < until ? [credits] : []),
  ]
  return new Date(Math.min(...times.map((time) => time.getTime())))
}

export const later = (time: Date, by: number) => new Date(time.getTime() + by)
