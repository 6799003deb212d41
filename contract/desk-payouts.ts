import { z } from 'zod'
import { Plan } from './accounts.ts'
import { adminReason } from './admin-reason.ts'
import { endpoint } from './endpoint.ts'
import { id, limit, page, cappedPageOf } from './paging.ts'
import { LOOKS } from './payout-values.ts'
import { Payout } from './payouts.ts'

const time = z.iso.datetime()

const DeskPayout = Payout.extend({
  seller: z.object({
    id: z.int(),
    name: z.string(),
    avatarUrl: z.string().nullable(),
    plan: Plan,
    emailVerified: z.boolean(),
  }),
  address: z.string().nullable().describe('Where it was sent, or would be sent now'),
  looks: z.array(z.enum(LOOKS)).describe('Why a person looks first: large, first to this address, flagged'),
  waits: z.boolean().describe('It waits for the operator'),
  restsUntil: time.nullable(),
  changedAt: time.nullable().describe('When the PayPal address was linked or changed'),
  paidBefore: z.int().describe('Payouts that arrived'),
  cameBack: z.int().describe('Payouts that failed or came back'),
  sales: z.int(),
  refunds: z.int(),
  heldFor: z.string().nullable(),
  failure: z.string().nullable().describe('The provider’s sentence'),
  askedAt: time.nullable(),
  timesAsked: z.int(),
  batch: z.string().nullable().describe('Names it at the provider'),
  canRetry: z.boolean(),
}).meta({ id: 'DeskPayout' })
export type DeskPayout = z.infer<typeof DeskPayout>

const params = z.object({ id })
const found = {
  state: z.enum(['waiting', 'on-the-way', 'paid', 'came-back']).optional(),
  seller: id.optional().describe('Only those of this person'),
}

/** What admins do about payouts. */
export const deskPayouts = {
  list: endpoint({
    method: 'GET',
    path: '/admin/payouts',
    auth: 'admin',
    summary: 'Payouts, newest first; those that wait for the operator, oldest first',
    query: z.object({ ...found, page, limit: limit(50) }),
    reply: cappedPageOf(DeskPayout).extend({ needYou: z.int().describe('How many wait for the operator') }),
  }),
  table: endpoint({
    method: 'GET',
    path: '/admin/payouts/table',
    auth: 'admin',
    summary: 'The found payouts as CSV',
    query: z.object(found),
    reply: { fileTypes: ['text/csv'] },
  }),
  approve: endpoint({
    method: 'POST',
    path: '/admin/payouts/:id/approve',
    auth: 'admin',
    summary: 'Let a payout that waits be sent',
    params,
    reply: DeskPayout,
  }),
  hold: endpoint({
    method: 'POST',
    path: '/admin/payouts/:id/hold',
    auth: 'admin',
    summary: 'Let a payout that was not sent yet wait, with a reason',
    params,
    body: z.object({ reason: adminReason }),
    reply: DeskPayout,
  }),
  retry: endpoint({
    method: 'POST',
    path: '/admin/payouts/:id/retry',
    auth: 'admin',
    summary: 'Ask about a payout on its way now; send the money of one that came back again, as another payout',
    params,
    reply: DeskPayout,
  }),
  settle: endpoint({
    method: 'POST',
    path: '/admin/payouts/:id/settle',
    auth: 'admin',
    summary: 'Say how a payout ended whose provider never answered, as it was looked up there',
    params,
    body: z.object({ outcome: z.enum(['paid', 'failed']), reason: adminReason }),
    reply: DeskPayout,
  }),
}
