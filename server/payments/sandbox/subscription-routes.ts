import type { sandbox, SandboxSubscription, SandboxSubscriptionRow } from '#contract/sandbox.ts'
import type { Handlers } from '#server/http/serve.ts'
import { dollars } from '#server/money.ts'
import { answered, expectSecret } from './answered.ts'
import { saveCard } from './cards.ts'
import { takeStep } from './renewals.ts'
import type { Sandboxed } from './sandboxed.ts'
import { answerSubscriberChallenge, answerSubscription } from './subscribers.ts'
import { findSubscription, lockSubscription, type SubscriptionRow } from './subscription-rows.ts'

const NEWEST = 20

type Calls =
  | 'saveCard'
  | 'subscription'
  | 'subscriptionChallenge'
  | 'subscriptionApproval'
  | 'subscriptions'
  | 'step'
  | 'failRenewals'

export const subscriptionRoutes = (box: Sandboxed): Pick<Handlers<typeof sandbox>, Calls> => ({
  saveCard: ({ body }) => answered(async () => ({ card: await saveCard(box, body) })),

  subscription: ({ params: { reference } }) => answered(async () => present(await findSubscription(box, reference))),

  subscriptionChallenge: ({ params: { reference }, body: { clientSecret, passes } }) =>
    answered(async () => {
      expectSecret(await findSubscription(box, reference), clientSecret)
      await answerSubscriberChallenge(box, reference, passes)
      return present(await findSubscription(box, reference))
    }),

  subscriptionApproval: ({ params: { reference }, body: { answer } }) =>
    answered(async () => {
      await answerSubscription(box, reference, answer)
      const { method, returnUrl, cancelUrl } = await findSubscription(box, reference)
      if (answer !== 'approve') return { goTo: cancelUrl }
      const back = new URL(returnUrl)
      back.searchParams.set(method === 'paypal' ? 'subscription_id' : 'sessionId', reference)
      return { goTo: back.href }
    }),

  async subscriptions() {
    const rows = await box.db
      .selectFrom('sandboxSubscription')
      .selectAll()
      .orderBy('id', 'desc')
      .limit(NEWEST)
      .execute()
    return { subscriptions: rows.map(presentRow) }
  },

  step: ({ params: { reference } }) =>
    answered(async () => {
      await box.db.transaction().execute(async (tx) => takeStep(box, tx, await lockSubscription(tx, reference)))
      return present(await findSubscription(box, reference))
    }),

  failRenewals: ({ params: { reference }, body: { renewalsFail } }) =>
    answered(async () => {
      await box.db.updateTable('sandboxSubscription').set({ renewalsFail }).where('reference', '=', reference).execute()
      return present(await findSubscription(box, reference))
    }),
})

const present = (row: SubscriptionRow): SandboxSubscription => ({
  reference: row.reference,
  state: row.state,
  method: row.method,
  description: row.description,
  amount: dollars(row.cents),
  every: row.every,
  firstAmount: dollars(row.firstCents),
  trialDays: row.trialDays,
  failure: row.failure,
})

const presentRow = (row: SubscriptionRow): SandboxSubscriptionRow => ({
  ...present(row),
  paidWith: row.paidWith,
  renewalsFail: row.renewalsFail,
  endsWithPeriod: row.endsWithPeriod,
  paidUntil: row.paidUntil?.toISOString() ?? null,
  nextStepAt: row.dueAt?.toISOString() ?? null,
})
