import { z } from 'zod'
import { endpoint } from './endpoint.ts'

const named = (prefix: 'sb' | 'sbs' | 'sbp') =>
  z.object({ reference: z.string().regex(new RegExp(`^${prefix}_[0-9a-f-]{36}$`)) })
const reference = named('sb')
const clientSecret = z.string().max(100)
const card = z.object({ number: z.string().max(40), expires: z.string().max(10), cvc: z.string().max(10) })
const METHODS = ['credit', 'google', 'paypal'] as const

const SandboxPayment = z
  .object({
    state: z.enum(['open', 'challenged', 'approved', 'paid', 'canceled']),
    method: z.enum(METHODS),
    amount: z.number(),
    description: z.string(),
    failure: z.string().nullable(),
  })
  .meta({ id: 'SandboxPayment' })
export type SandboxPayment = z.infer<typeof SandboxPayment>

const disputeState = z.enum(['open', 'won', 'lost'])
const SandboxPaymentRow = SandboxPayment.extend({
  reference: z.string(),
  paidWith: z.string().nullable(),
  dispute: disputeState.nullable().describe('Null: its bank has not asked for it back'),
  createdAt: z.iso.datetime(),
}).meta({ id: 'SandboxPaymentRow' })
export type SandboxPaymentRow = z.infer<typeof SandboxPaymentRow>

const SandboxSubscription = z
  .object({
    reference: z.string(),
    state: z.enum(['open', 'challenged', 'active', 'overdue', 'paused', 'ended']),
    method: z.enum(METHODS),
    description: z.string(),
    amount: z.number().describe('Of each renewal'),
    every: z.enum(['month', 'year']),
    firstAmount: z.number().describe('Of the first payment'),
    trialDays: z.int(),
    failure: z.string().nullable(),
  })
  .meta({ id: 'SandboxSubscription' })
export type SandboxSubscription = z.infer<typeof SandboxSubscription>

const SandboxSubscriptionRow = SandboxSubscription.extend({
  paidWith: z.string().nullable(),
  renewalsFail: z.boolean(),
  endsWithPeriod: z.boolean(),
  paidUntil: z.iso.datetime().nullable(),
  nextStepAt: z.iso.datetime().nullable().describe('When it is renewed, tried again or ended by itself'),
}).meta({ id: 'SandboxSubscriptionRow' })
export type SandboxSubscriptionRow = z.infer<typeof SandboxSubscriptionRow>

const PAYOUT_STATES = ['pending', 'paid', 'unclaimed', 'failed', 'returned', 'blocked', 'refunded'] as const
const payoutState = z.enum(PAYOUT_STATES)
const SandboxPayout = z
  .object({
    reference: z.string(),
    address: z.string(),
    amount: z.number(),
    note: z.string(),
    state: payoutState,
    failure: z.string().nullable(),
    next: z.array(payoutState).describe('The states that may follow'),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'SandboxPayout' })
export type SandboxPayout = z.infer<typeof SandboxPayout>

const SandboxSettings = z
  .object({
    delaySeconds: z.int().min(0).max(86_400).describe('How long each message waits'),
    duplicates: z.boolean().describe('Each message is sent twice'),
    reorders: z.boolean().describe('Messages overtake each other'),
    drops: z.boolean().describe('No message is sent'),
    refundsFail: z.boolean(),
    isDown: z.boolean().describe('The provider does not answer'),
  })
  .meta({ id: 'SandboxSettings' })
export type SandboxSettings = z.infer<typeof SandboxSettings>

const answer = z.object({ answer: z.enum(['approve', 'decline', 'cancel']) })
const goTo = z.object({ goTo: z.string().describe('The page of the shop to which the buyer returns') })

/** The calls of the provider that the sandbox plays. They exist in that mode alone. */
export const sandbox = {
  payment: endpoint({
    method: 'GET',
    path: '/sandbox/payments/:reference',
    auth: 'anyone',
    summary: 'A payment, for the pages that play its provider',
    params: reference,
    reply: SandboxPayment,
  }),
  card: endpoint({
    method: 'POST',
    path: '/sandbox/payments/:reference/card',
    auth: 'anyone',
    summary: 'Pay by a test card',
    params: reference,
    body: card.extend({ clientSecret }),
    reply: SandboxPayment,
  }),
  challenge: endpoint({
    method: 'POST',
    path: '/sandbox/payments/:reference/challenge',
    auth: 'anyone',
    summary: 'Answer the question of a challenged card',
    params: reference,
    body: z.object({ clientSecret, passes: z.boolean() }),
    reply: SandboxPayment,
  }),
  approval: endpoint({
    method: 'POST',
    path: '/sandbox/payments/:reference/approval',
    auth: 'anyone',
    summary: 'Answer the approval page',
    params: reference,
    body: answer,
    reply: goTo,
  }),
  settings: endpoint({
    method: 'GET',
    path: '/sandbox/settings',
    auth: 'admin',
    summary: 'How the sandbox behaves',
    reply: SandboxSettings.extend({ now: z.iso.datetime(), movesClock: z.boolean() }),
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/sandbox/settings',
    auth: 'admin',
    summary: 'Change how the sandbox behaves',
    body: SandboxSettings.partial(),
    reply: SandboxSettings,
  }),
  clock: endpoint({
    method: 'POST',
    path: '/sandbox/clock',
    auth: 'admin',
    summary: 'Move the clock of a development server ahead',
    body: z.object({
      minutes: z
        .int()
        .min(1)
        .max(60 * 24 * 366),
    }),
    reply: z.object({ now: z.iso.datetime() }),
  }),
  dispute: endpoint({
    method: 'POST',
    path: '/sandbox/payments/:reference/dispute',
    auth: 'admin',
    summary: 'Open a dispute about a paid payment, or decide it',
    params: reference,
    body: z.object({ state: disputeState }),
    reply: z.object({ state: disputeState }),
  }),
  payments: endpoint({
    method: 'GET',
    path: '/sandbox/payments',
    auth: 'admin',
    summary: 'The newest payments',
    reply: z.object({ payments: z.array(SandboxPaymentRow) }),
  }),
  saveCard: endpoint({
    method: 'POST',
    path: '/sandbox/cards',
    auth: 'anyone',
    summary: 'Leave a test card for a subscription',
    body: card,
    reply: z.object({ card: z.string().describe('Its name at the provider') }),
  }),
  subscription: endpoint({
    method: 'GET',
    path: '/sandbox/subscriptions/:reference',
    auth: 'anyone',
    summary: 'A subscription, for the page that plays its provider',
    params: named('sbs'),
    reply: SandboxSubscription,
  }),
  subscriptionChallenge: endpoint({
    method: 'POST',
    path: '/sandbox/subscriptions/:reference/challenge',
    auth: 'anyone',
    summary: 'Answer the question of a challenged card',
    params: named('sbs'),
    body: z.object({ clientSecret, passes: z.boolean() }),
    reply: SandboxSubscription,
  }),
  subscriptionApproval: endpoint({
    method: 'POST',
    path: '/sandbox/subscriptions/:reference/approval',
    auth: 'anyone',
    summary: 'Answer the approval page of a subscription',
    params: named('sbs'),
    body: answer,
    reply: goTo,
  }),
  subscriptions: endpoint({
    method: 'GET',
    path: '/sandbox/subscriptions',
    auth: 'admin',
    summary: 'The newest subscriptions',
    reply: z.object({ subscriptions: z.array(SandboxSubscriptionRow) }),
  }),
  step: endpoint({
    method: 'POST',
    path: '/sandbox/subscriptions/:reference/step',
    auth: 'admin',
    summary: 'Take the next step of a subscription now: renew it, try again, or end it',
    params: named('sbs'),
    reply: SandboxSubscription,
  }),
  failRenewals: endpoint({
    method: 'PATCH',
    path: '/sandbox/subscriptions/:reference',
    auth: 'admin',
    summary: 'Let the renewals of a subscription fail, or succeed',
    params: named('sbs'),
    body: z.object({ renewalsFail: z.boolean() }),
    reply: SandboxSubscription,
  }),
  payouts: endpoint({
    method: 'GET',
    path: '/sandbox/payouts',
    auth: 'admin',
    summary: 'The newest payouts',
    reply: z.object({ payouts: z.array(SandboxPayout) }),
  }),
  settlePayout: endpoint({
    method: 'PATCH',
    path: '/sandbox/payouts/:reference',
    auth: 'admin',
    summary: 'Bring a payout into another state, as its receiver or the provider might',
    params: named('sbp'),
    body: z.object({ state: payoutState }),
    reply: z.object({ state: payoutState }),
  }),
}
