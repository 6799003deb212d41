import type { Shop } from '#server/checkout/index.ts'
import { providerNamed } from '#server/payments/payments.ts'
import { follow } from './follow.ts'
import type { SubscriptionRow } from './rows.ts'

/** A cancellation is taken back before the period ends: PayPal would not charge for the next one afterwards. */
export const canResume = ({ state, endsWithPeriod }: SubscriptionRow, until: Date | null, now: Date) =>
  state === 'paused' || (state !== 'ended' && endsWithPeriod && until !== null && now < until)

/** Stops the renewals of a subscription at its provider. It ends with what is paid. */
export async function stopRenewing(shop: Shop, row: SubscriptionRow) {
  const { key, calls } = callFor(shop, row, 'cancel')
  await calls.cancel({ key, reference: row.reference })
  await after(shop, row)
}

/** Takes that back. With an address, the buyer has to approve there first. */
export async function renewAgain(shop: Shop, row: SubscriptionRow) {
  const { key, calls } = callFor(shop, row, 'resume')
  const { approvalUrl } = await calls.resume({ key, reference: row.reference })
  await after(shop, row)
  return { approvalUrl }
}

/** A key for one press: its repetition after a crash is the same call, and the next press is another one. */
function callFor({ app }: Shop, { id, provider, changes }: SubscriptionRow, act: 'cancel' | 'resume') {
  const { subscriptions } = providerNamed(app.payments, provider)
  if (!subscriptions) throw new Error(`${provider} has no subscriptions.`)
  return { key: `slide-subscription-${id}-${act}-${changes}`, calls: subscriptions }
}

async function after(shop: Shop, { id, changes }: SubscriptionRow) {
  await shop.app.db
    .updateTable('subscription')
    .set({ changes: changes + 1 })
    .where('id', '=', id)
    .where('changes', '=', changes)
    .execute()
  await follow(shop, id)
}
