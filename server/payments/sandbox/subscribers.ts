import type { Tx } from '#server/db/connect.ts'
import { ProviderRefused } from '#server/payments/port.ts'
import { begin } from './renewals.ts'
import { expectUp } from './expect-up.ts'
import type { Sandboxed } from './sandboxed.ts'
import { changeSubscription, lockSubscription, type SubscriptionRow } from './subscription-rows.ts'

/** The things that subscribers do at the sandbox itself, as they would on a provider's pages. */

/** Answers the question of a challenged card. Its first payment is taken then. */
export const answerSubscriberChallenge = (box: Sandboxed, reference: string, passes: boolean) =>
  acting(box, reference, async (tx, subscription) => {
    if (subscription.state !== 'challenged') throw gone()
    if (passes) await begin(box, tx, subscription)
    else await changeSubscription(box, tx, subscription, { failure: 'Your bank could not confirm that it is you.' })
  })

/** Answers the approval page of PayPal or Google Pay. */
export const answerSubscription = (box: Sandboxed, reference: string, answer: 'approve' | 'decline' | 'cancel') =>
  acting(box, reference, async (tx, subscription) => {
    if (subscription.state !== 'open') throw gone()
    if (answer === 'approve') await begin(box, tx, subscription)
    if (answer === 'decline') await changeSubscription(box, tx, subscription, { failure: 'The payment was declined.' })
  })

async function acting(
  box: Sandboxed,
  reference: string,
  act: (tx: Tx, subscription: SubscriptionRow) => Promise<unknown>,
) {
  await expectUp(box)
  await box.db.transaction().execute(async (tx) => {
    const subscription = await lockSubscription(tx, reference)
    if (subscription.paidUntil && subscription.state !== 'ended') return // it has begun: a second press
    await act(tx, subscription)
  })
}

const gone = () => new ProviderRefused('This subscription can’t be begun any more.')
