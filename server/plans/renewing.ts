import type { Shop } from '#server/checkout/index.ts'
import { providerNamed } from '#server/payments/payments.ts'
import { ProviderRefused } from '#server/payments/port.ts'
import { follow } from './follow.ts'
import type { SubscriptionRow } from './rows.ts'

/** A cancellation is taken back before the period ends: PayPal would not charge for the next one afterwards. */
export const canResume = ({ state, endsWithPeriod }: SubscriptionRow, until: Date | null, now: Date) =>
  state === 'paused' || (state !== 'ended' && endsWithPeriod && until !== null && now < until)

/** Stops the renewals of a subscription at its provider. It ends with what is paid. */
export async function stopRenewing(shop: Shop, row: SubscriptionRow) {
  const { key, calls } = callFor(shop, row, 'cancel')
  await counted(shop, row, () => calls.cancel({ key, reference: row.reference }))
  await follow(shop, row.id)
}

/** Takes that back. With an address, the buyer has to approve there first. */
export async function renewAgain(shop: Shop, row: SubscriptionRow) {
  const { key, calls } = callFor(shop, row, 'resume')
  const { approvalUrl } = await counted(shop, row, () => calls.resume({ key, reference: row.reference }))
  await follow(shop, row.id)
  return { approvalUrl }
}

/** A key for one press: its repetition after a crash is the same call, and the next press is another one. */
function callFor({ app }: Shop, { id, provider, changes }: SubscriptionRow, act: 'cancel' | 'resume') {
  const { subscriptions } = providerNamed(app.payments, provider)
  return { key: `slide-subscription-${id}-${act}-${changes}`, calls: subscriptions }
}

/** Counts an answered press. A provider repeats a refusal for its key, so the next press needs another one. */
async function counted<Answer>({ app: { db } }: Shop, { id, changes }: SubscriptionRow, call: () => Promise<Answer>) {
  const count = () =>
    db
      .updateTable('subscription')
      .set({ changes: changes + 1 })
      .where('id', '=', id)
      .where('changes', '=', changes)
      .execute()
  const answer = await call().catch(async (error: unknown) => {
    if (error instanceof ProviderRefused) await count()
    throw error
  })
  await count()
  return answer
}
