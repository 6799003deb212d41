import type { billing, LibrarySubscription } from '#contract/billing.ts'
import { CYCLES, PLANS } from '#contract/plans.ts'
import type { Shop } from '#server/checkout/index.ts'
import type { Db } from '#server/db/connect.ts'
import { ApiError, conflict, notFound } from '#server/errors.ts'
import { expectRunning } from '#server/house/house.ts'
import type { Handlers } from '#server/http/serve.ts'
import { throttle } from '#server/http/throttle.ts'
import { lastDayOf } from '#server/last-moment.ts'
import { dollars } from '#server/money.ts'
import { ProviderDown, ProviderRefused } from '#server/payments/port.ts'
import { canResume, renewAgain, stopRenewing } from './renewing.ts'
import {
  findSubscription,
  paidUntil,
  periodsOf,
  presentGrant,
  subscriptionsOf,
  type Period,
  type SubscriptionRow,
} from './rows.ts'

/** Resuming charges a card, and banks count the tries that they decline. */
const CHANGES = { name: 'change renewals', max: 10, seconds: 60 * 60 }

export const billingRoutes = (shop: Shop): Handlers<typeof billing> => ({
  async mine({ viewer }) {
    const rows = await subscriptionsOf(shop.app.db, viewer.id)
    const periods = await periodsOf(
      shop.app.db,
      rows.map(({ id }) => id),
    )
    return rows.map((row) => present(row, periods, shop.app.clock.now()))
  },

  async grants({ viewer }) {
    const grant = await presentGrant(shop.app.db, viewer.id, shop.app.clock.now())
    return grant ? [{ plan: grant.plan, lastDay: lastDayOf(grant.endsAt) }] : []
  },

  async cancel({ params: { id }, viewer }) {
    const row = await findOwn(shop.app.db, viewer.id, id)
    if (row.state === 'ended' || row.endsWithPeriod) throw conflict('ended', 'This plan is canceled already.')
    await throttle(shop.app, CHANGES, String(viewer.id))
    await asked(() => stopRenewing(shop, row))
    return findOne(shop, id)
  },

  async resume({ params: { id }, viewer }) {
    const row = await findOwn(shop.app.db, viewer.id, id)
    const until = paidUntil(await periodsOf(shop.app.db, [id]))
    if (!canResume(row, until, shop.app.clock.now()))
      throw conflict('not_resumable', 'This plan can’t be resumed. Choose a plan to begin anew.')
    if (row.state === 'paused') expectRunning(shop.app, 'checkout') // resuming charges at once
    await throttle(shop.app, CHANGES, String(viewer.id))
    const { approvalUrl } = await asked(() => renewAgain(shop, row))
    return { ...(await findOne(shop, id)), paymentUrl: approvalUrl }
  },
})

async function findOwn(db: Db, accountId: number, id: number) {
  const row = await findSubscription(db, id)
  if (row?.accountId !== accountId) throw notFound('Subscription')
  return row
}

async function asked<Answer>(call: () => Promise<Answer>) {
  try {
    return await call()
  } catch (error) {
    if (error instanceof ProviderRefused) throw new ApiError(402, 'payment_refused', error.message)
    if (error instanceof ProviderDown)
      throw new ApiError(503, 'provider_down', 'The payment provider does not answer. Try again in a moment.', {
        retryAfter: 30,
      })
    throw error
  }
}

async function findOne({ app: { db, clock } }: Shop, id: number) {
  const row = await findSubscription(db, id)
  return present(row!, await periodsOf(db, [id]), clock.now())
}

const statusOf = ({ state, endsWithPeriod }: SubscriptionRow) =>
  state === 'paused' ? 'paused' : state === 'ended' || endsWithPeriod ? 'canceled' : 'active'

function present(row: SubscriptionRow, all: readonly Period[], now: Date): LibrarySubscription {
  const { id, plan, cycle, state, failure, paidWith, beganAt, changedAt, endedAt } = row
  const until = paidUntil(all.filter(({ subscriptionId }) => subscriptionId === id))
  const { name, price } = PLANS[plan]
  return {
    id,
    plan,
    planName: name,
    planLabel: `${name}, ${CYCLES[cycle].name.toLowerCase()}`,
    billingCycle: cycle,
    price: dollars(price[cycle]),
    status: statusOf(row),
    canResume: canResume(row, until, now),
    isOverdue: state === 'overdue',
    failure,
    paidWith,
    startedAt: beganAt.toISOString(),
    createdAt: beganAt.toISOString(),
    updatedAt: changedAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    currentPeriodEnd: until?.toISOString() ?? null,
  }
}
