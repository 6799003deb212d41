import { z } from 'zod'
import { adminReason } from './admin-reason.ts'
import { endpoint } from './endpoint.ts'
import { searchText } from './filters.ts'
import { id, limit, page, cappedPageOf } from './paging.ts'
import { PAID_PLANS } from './plans.ts'

const ORDER_STATES = [
  'open',
  'paid',
  'refund pending',
  'partly refunded',
  'refunded',
  'disputed',
  'canceled',
  'expired',
] as const
export type OrderState = (typeof ORDER_STATES)[number]

const time = z.iso.datetime()

const DeskOrder = z
  .object({
    id: z.int(),
    number: z.string(),
    createdAt: time,
    buyer: z.object({ id: z.int(), name: z.string() }),
    what: z.string().describe('The first line, and how many more'),
    coverUrl: z.string().nullable(),
    service: z
      .enum([...PAID_PLANS, 'promotion'])
      .nullable()
      .describe('What the first line sells if it is no item: a plan by its name, or a promotion'),
    paidWith: z.string().nullable(),
    total: z.number(),
    state: z.enum(ORDER_STATES),
    difference: z.string().nullable().describe('What the books of the payment provider say otherwise'),
    needs: z.array(z.string()).describe('What the operator has to do about it: sentences'),
  })
  .meta({ id: 'DeskOrder' })
export type DeskOrder = z.infer<typeof DeskOrder>

const DeskOrderLine = z
  .object({
    id: z.int(),
    type: z.enum(['beat', 'pack', 'kit', 'subscription', 'promotion']),
    title: z.string(),
    licenseName: z.string(),
    seller: z.object({ id: z.int(), name: z.string() }),
    price: z.number(),
    adjustments: z.array(z.object({ reason: z.string(), amount: z.number().describe('Taken off, in dollars') })),
    total: z.number(),
    refunded: z.number().describe('Sent back, or promised'),
    refundable: z.number().describe('What is left of the payment for it'),
    refusal: z.string().nullable().describe('Why a paid line could not be delivered'),
    downloads: z.int().describe('Days on which one of its files was downloaded'),
  })
  .meta({ id: 'DeskOrderLine' })

const DeskOrderDetail = DeskOrder.extend({
  buyerName: z.string().nullable().describe('The legal name on the licenses'),
  settledDifference: z.string().nullable().describe('A difference that an admin has settled, and that is still there'),
  lines: z.array(DeskOrderLine),
  canBeRefunded: z.boolean().describe('False while a refund is on its way, or while a bank takes the money itself'),
  happened: z
    .array(z.object({ at: time, what: z.string() }))
    .describe('Everything that happened to the order, in order'),
}).meta({ id: 'DeskOrderDetail' })
export type DeskOrderDetail = z.infer<typeof DeskOrderDetail>

const params = z.object({ id })
const found = {
  q: searchText.default(''),
  state: z
    .enum(['needs-you', 'paid', 'refunded', 'disputed', 'open', 'different'])
    .optional()
    .describe('needs-you: they wait for the operator, the oldest first'),
}

export const orders = {
  list: endpoint({
    method: 'GET',
    path: '/admin/orders',
    auth: 'admin',
    summary: 'Orders, newest first; q finds number, buyer, item and email',
    query: z.object({ ...found, page, limit: limit(50) }),
    reply: cappedPageOf(DeskOrder).extend({ needYou: z.int().describe('How many orders wait for the operator') }),
  }),
  table: endpoint({
    method: 'GET',
    path: '/admin/orders/table',
    auth: 'admin',
    summary: 'The found orders as CSV',
    query: z.object(found),
    reply: { fileTypes: ['text/csv'] },
  }),
  one: endpoint({
    method: 'GET',
    path: '/admin/orders/:id',
    auth: 'admin',
    summary: 'One order with everything that happened to it',
    params,
    reply: DeskOrderDetail,
  }),
  refund: endpoint({
    method: 'POST',
    path: '/admin/orders/:id/refund',
    auth: 'admin',
    summary: 'Send money back for lines of a paid order',
    params,
    body: z.object({
      lines: z
        .array(z.object({ id: z.int().min(1), amount: z.number().min(0.01).max(10_000_000) }))
        .min(1, 'Choose what is refunded.')
        .max(50),
      reason: adminReason,
    }),
    reply: DeskOrderDetail,
  }),
  settle: endpoint({
    method: 'POST',
    path: '/admin/orders/:id/settle-difference',
    auth: 'admin',
    summary: 'Settle a difference to the books of the payment provider, with a reason',
    params,
    body: z.object({
      difference: z.string().min(1).max(10_000).describe('As it was read: another one is not settled with it'),
      reason: adminReason,
    }),
    reply: DeskOrderDetail,
  }),
}
