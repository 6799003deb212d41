import type { sandbox, SandboxPayment, SandboxSettings } from '#contract/sandbox.ts'
import { forbidden } from '#server/errors.ts'
import type { Handlers } from '#server/http/serve.ts'
import { dollars } from '#server/money.ts'
import { answered } from './answered.ts'
import { answerApproval, answerChallenge, payByCard } from './buyer.ts'
import type { MovableClock } from './clock.ts'
import { dispute } from './disputes.ts'
import { payoutRoutes } from './payout-routes.ts'
import { find } from './payments.ts'
import type { Sandboxed } from './sandboxed.ts'
import { subscriptionRoutes } from './subscription-routes.ts'

const NEWEST = 20

/** The pages of the sandbox ask these. `clock` is there if the clock of this server may be moved. */
export const sandboxRoutes = (box: Sandboxed, clock: MovableClock | null): Handlers<typeof sandbox> => ({
  payment: ({ params }) => answered(async () => present(await find(box, params.reference))),

  card: ({ params: { reference }, body: { clientSecret, ...card } }) =>
    answered(async () => present(await payByCard(box, { reference, clientSecret }, card))),

  challenge: ({ params: { reference }, body: { clientSecret, passes } }) =>
    answered(async () => present(await answerChallenge(box, { reference, clientSecret }, passes))),

  approval: ({ params: { reference }, body: { answer } }) =>
    answered(async () => {
      const { method, returnUrl, cancelUrl } = await answerApproval(box, reference, answer)
      if (answer !== 'approve') return { goTo: cancelUrl }
      const back = new URL(returnUrl)
      back.searchParams.set(method === 'paypal' ? 'token' : 'sessionId', reference)
      return { goTo: back.href }
    }),

  settings: async () => ({
    ...(await settingsOf(box)),
    now: box.clock.now().toISOString(),
    movesClock: clock !== null,
  }),

  change: async ({ body }) => {
    const values = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
    if (Object.keys(values).length) await box.db.updateTable('sandboxSetting').set(values).execute()
    return settingsOf(box)
  },

  clock: async ({ body: { minutes } }) => {
    if (!clock) throw forbidden('The clock of this server can’t be moved.')
    await clock.move(minutes * 60)
    return { now: box.clock.now().toISOString() }
  },

  async payments() {
    const rows = await box.db
      .selectFrom('sandboxPayment')
      .leftJoin('sandboxDispute', 'sandboxDispute.paymentId', 'sandboxPayment.id')
      .selectAll('sandboxPayment')
      .select('sandboxDispute.state as dispute')
      .orderBy('sandboxPayment.id', 'desc')
      .limit(NEWEST)
      .execute()
    return {
      payments: rows.map((row) => ({
        ...present(row),
        reference: row.reference,
        paidWith: row.paidWith,
        dispute: row.dispute,
        createdAt: row.createdAt.toISOString(),
      })),
    }
  },

  dispute: ({ params: { reference }, body: { state } }) =>
    answered(async () => {
      await dispute(box, reference, state)
      return { state }
    }),

  ...subscriptionRoutes(box),
  ...payoutRoutes(box),
})

const settingsOf = ({ db }: Sandboxed): Promise<SandboxSettings> =>
  db
    .selectFrom('sandboxSetting')
    .select(['delaySeconds', 'duplicates', 'reorders', 'drops', 'refundsFail', 'isDown'])
    .executeTakeFirstOrThrow()

const present = ({ state, method, cents, description, failure }: Awaited<ReturnType<typeof find>>): SandboxPayment => ({
  state,
  method,
  amount: dollars(cents),
  description,
  failure,
})
