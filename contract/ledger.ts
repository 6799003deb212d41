import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { limit, page, pageOf } from './paging.ts'

const range = {
  from: z.iso.date().optional().describe('The first day, in UTC'),
  until: z.iso.date().optional().describe('The last day, in UTC'),
}

const StatementRow = z
  .object({
    kind: z.string().describe('sale, refund, payout and others'),
    reference: z.string(),
    postedAt: z.iso.datetime(),
    description: z.string(),
    gross: z.number(),
    providerFee: z.number().nullable().describe('Charged by the payment provider, borne by the shop'),
    net: z.number(),
    availableOn: z.iso.datetime(),
  })
  .meta({ id: 'StatementRow' })

const Statement = pageOf(StatementRow)
  .extend({
    available: z.number().describe('Can be paid out; negative after a refund of earnings that were paid out'),
    pending: z.number().describe('Becomes available later'),
  })
  .meta({ id: 'Statement' })

export const ledger = {
  statement: endpoint({
    method: 'GET',
    path: '/me/statement',
    auth: 'user',
    summary: 'Own earnings, newest first',
    query: z.object({ ...range, page, limit: limit(50) }),
    reply: Statement,
  }),
  table: endpoint({
    method: 'GET',
    path: '/me/statement/table',
    auth: 'user',
    summary: 'Own earnings as CSV',
    query: z.object(range),
    reply: { fileTypes: ['text/csv'] },
  }),
  paper: endpoint({
    method: 'GET',
    path: '/me/statement/paper',
    auth: 'user',
    summary: 'Own earnings as PDF; the newest 2,000 movements',
    query: z.object(range),
    reply: { fileTypes: ['application/pdf'] },
  }),
}
