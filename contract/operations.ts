import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, limit } from './paging.ts'

const Mail = z.object({
  id: z.int(),
  to: z.string(),
  subject: z.string(),
  body: z.string(),
  createdAt: z.iso.datetime(),
  sentAt: z.iso.datetime().nullable(),
  failure: z.string().nullable(),
})

export const operations = {
  health: endpoint({
    method: 'GET',
    path: '/health',
    auth: 'anyone',
    summary: 'The process is alive',
    reply: z.object({ ok: z.literal(true) }),
  }),
  ready: endpoint({
    method: 'GET',
    path: '/ready',
    auth: 'anyone',
    summary: 'All that it needs answers; 503 otherwise and while stopping',
    reply: z.object({
      ready: z.boolean(),
      database: z.boolean(),
      storage: z.boolean(),
      migrations: z.boolean(),
      payments: z.enum(['sandbox', 'test', 'live']),
    }),
  }),
  outbox: endpoint({
    method: 'GET',
    path: '/admin/outbox',
    auth: 'admin',
    summary: 'Mails, newest first: sent, waiting and failed',
    query: z.object({ limit: limit(50), before: id.optional() }),
    reply: z.object({ items: z.array(Mail) }),
  }),
}
