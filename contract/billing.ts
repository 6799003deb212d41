import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { lastDay } from './last-day.ts'
import { id } from './paging.ts'
import { BILLING_CYCLES, PAID_PLANS } from './plans.ts'

const time = z.iso.datetime()

const Subscription = z
  .object({
    id: z.int(),
    plan: z.enum(PAID_PLANS),
    planName: z.string(),
    planLabel: z.string().describe('The plan and how it is paid'),
    billingCycle: z.enum(BILLING_CYCLES),
    price: z.number().describe('Of each period, in dollars'),
    status: z
      .enum(['active', 'paused', 'canceled'])
      .describe(
        'canceled: it is not renewed; until currentPeriodEnd it can be resumed. paused: no renewal could be charged',
      ),
    canResume: z.boolean(),
    isOverdue: z.boolean().describe('A renewal has failed and is tried again'),
    failure: z.string().nullable().describe('Why the last charge failed, in the words of the payment provider'),
    paidWith: z.string().nullable(),
    startedAt: time,
    createdAt: time,
    updatedAt: time,
    endedAt: time.nullable(),
    currentPeriodEnd: time.nullable(),
  })
  .meta({ id: 'LibrarySubscription' })
export type LibrarySubscription = z.infer<typeof Subscription>

const PlanGrant = z.object({ plan: z.enum(PAID_PLANS), lastDay }).meta({ id: 'OwnPlanGrant' })
export type OwnPlanGrant = z.infer<typeof PlanGrant>

const params = z.object({ id })

export const billing = {
  mine: endpoint({
    method: 'GET',
    path: '/billing/subscriptions/mine',
    auth: 'user',
    summary: 'Own subscriptions, newest first',
    reply: z.array(Subscription),
  }),
  grants: endpoint({
    method: 'GET',
    path: '/billing/grants/mine',
    auth: 'user',
    summary: 'The own plan that an admin has given and that runs now: one at most',
    reply: z.array(PlanGrant),
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/billing/subscriptions/:id/cancel',
    auth: 'user',
    summary: 'Stop the renewals; the plan lasts until the end of the paid period',
    params,
    reply: Subscription,
  }),
  resume: endpoint({
    method: 'POST',
    path: '/billing/subscriptions/:id/resume',
    auth: 'user',
    summary: 'Take a cancellation back, or charge a paused subscription and begin a new period',
    params,
    reply: Subscription.extend({
      paymentUrl: z.string().nullable().describe('The provider’s page, if its owner has to approve there'),
    }).meta({ id: 'ResumedSubscription' }),
  }),
}
