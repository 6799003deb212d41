import { ProviderRefused } from '#server/payments/port.ts'
import { expectSecret } from './answered.ts'
import { DECLINED, tryCard, type Card } from './cards.ts'
import { change } from './payments.ts'
import type { Sandboxed } from './sandboxed.ts'

/** The things that buyers do at the sandbox itself, as they would on a provider's pages. */

/** The browser that pays knows the payment's secret. */
type Asked = { reference: string; clientSecret: string }

/** Pays by card. A challenged card asks its holder first. */
export const payByCard = (box: Sandboxed, { reference, clientSecret }: Asked, card: Card) =>
  change(box, reference, ({ state, method, ...payment }) => {
    expectSecret(payment, clientSecret)
    if (state === 'paid') return null
    if (method !== 'credit' || (state !== 'open' && state !== 'challenged')) throw gone()
    const { outcome, paidWith } = tryCard(card, box.clock.now())
    if (outcome === 'declined') return { state: 'open', failure: DECLINED }
    return { state: outcome, paidWith, failure: null }
  })

/** Answers the question of a challenged card. */
export const answerChallenge = (box: Sandboxed, { reference, clientSecret }: Asked, passes: boolean) =>
  change(box, reference, ({ state, ...payment }) => {
    expectSecret(payment, clientSecret)
    if (state === 'paid') return null
    if (state !== 'challenged') throw gone()
    return passes
      ? { state: 'paid', failure: null }
      : { state: 'open', paidWith: null, failure: 'Your bank could not confirm that it is you.' }
  })

/** Answers the approval page of PayPal or Google Pay. Google Pay takes the money at once; PayPal waits for the shop. */
export const answerApproval = (box: Sandboxed, reference: string, answer: 'approve' | 'decline' | 'cancel') =>
  change(box, reference, ({ state, method }) => {
    if (method === 'credit' || state === 'canceled') throw gone()
    if (state === 'paid' || state === 'approved') return null
    if (answer === 'cancel') return null // the buyer goes back, and may come again
    if (answer === 'decline') return { failure: 'The payment was declined.' }
    return method === 'paypal'
      ? { state: 'approved', paidWith: 'PayPal', failure: null }
      : { state: 'paid', paidWith: 'Google Pay', failure: null }
  })

const gone = () => new ProviderRefused('This payment can’t be paid any more.')
