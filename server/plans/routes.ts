import type { billing, LibrarySubscription } from '#contract/billing.ts'
import { CYCLES, PLANS } from '#contract/plans.ts'
import type { Shop } from '#server/checkout/index.ts'
import type { Db } from '#server/db/connect.ts'
import { ApiError, conflict, notFound } from '#server/errors.ts'
import type { Handlers } from '#server/http/serve.ts'
import { dollars } from '#server/money.ts'
import { providerNamed } from '#server/payments/payments.ts'
import { ProviderDown, ProviderRefused } from '#server/payments/port.ts'
import { follow } from './follow.ts'
import { findSubscription, paidUntil, periodsOf, subscriptionsOf, type Period, type SubscriptionRow } from './rows.ts'

export const billingRoutes = (shop: Shop): Handlers<typeof billing> => ({
  async mine({ viewer }) {
    const rows = await subscriptionsOf(shop.app.db, viewer.id)
    const periods = await periodsOf(
      shop.app.db,
      rows.map(({ id }) => id),
    )
    return rows.map((row) => present(row, periods, shop.app.clock.now()))
  },

  async cancel({ params: { id }, viewer }) {
    const row = await findOwn(shop.app.db, viewer.id, id)
    if (row.state === 'ended' || row.endsWithPeriod) throw conflict('ended', 'This plan is canceled already.')
    const { key, calls } = await callFor(shop, row, 'cancel')
    await asked(() => calls.cancel({ key, reference: row.reference }))
    return after(shop, row)
  },

  async resume({ params: { id }, viewer }) {
    const row = await findOwn(shop.app.db, viewer.id, id)
    const until = paidUntil(await periodsOf(shop.app.db, [id]))
    if (!canResume(row, until, shop.app.clock.now()))
      throw conflict('not_resumable', 'This plan can’t be resumed. Choose a plan to begin anew.')
    const { key, calls } = await callFor(shop, row, 'resume')
    const { approvalUrl } = await asked(() => calls.resume({ key, reference: row.reference }))
    return { ...(await after(shop, row)), paymentUrl: approvalUrl }
  },
})

/** A cancellation is taken back before the period ends: PayPal would not charge for the next one afterwards. */
const canResume = ({ state, endsWithPeriod }: SubscriptionRow, until: Date | null, now: Date) =>
  state === 'paused' || (state !== 'ended' && endsWithPeriod && until !== null && now < until)

async function findOwn(db: Db, accountId: number, id: number) {
  const row = await findSubscription(db, id)
  if (row?.accountId !== accountId) throw notFound('Subscription')
  return row
}

/** A key for one press: its repetition after a crash is the same call, and the next press is another one. */
async function callFor({ app }: Shop, { id, provider, changes }: SubscriptionRow, act: 'cancel' | 'resume') {
  const { subscriptions } = providerNamed(app.payments, provider)
  if (!subscriptions) throw new Error(`${provider} has no subscriptions.`)
  return { key: `slide-subscription-${id}-${act}-${changes}`, calls: subscriptions }
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

async function after(shop: Shop, { id, changes }: SubscriptionRow) {
  const { db, clock } = shop.app
  await db
    .updateTable('subscription')
    .set({ changes: changes + 1 })
    .where('id', '=', id)
    .where('changes', '=', changes)
    .execute()
  await follow(shop, id)
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
