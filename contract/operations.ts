import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { searchText } from './filters.ts'
import { id, limit, page, cappedPageOf } from './paging.ts'
import { oneLine } from './text.ts'

const Mail = z
  .object({
    id: z.int(),
    to: z.string(),
    subject: z.string(),
    kind: z.string(),
    state: z.enum(['sent', 'waiting', 'failed']),
    createdAt: z.iso.datetime(),
    sentAt: z.iso.datetime().nullable(),
    failure: z.string().nullable().describe('Why the last attempt failed, in the words of the mail server'),
    nextAttemptAt: z.iso.datetime().nullable().describe('When a mail that failed is tried again'),
  })
  .meta({ id: 'Mail' })
export type Mail = z.infer<typeof Mail>

const AdminAction = z
  .object({
    id: z.int(),
    admin: z.string().nullable().describe('Null: done from the command line'),
    action: z.string(),
    subject: z.object({
      kind: z.string(),
      id: z.int(),
      title: z.string().nullable().describe('Of an item, as it is called now'),
    }),
    reason: z.string(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'AdminAction' })
export type AdminAction = z.infer<typeof AdminAction>

const pages = { page, limit: limit(50) }
const params = z.object({ id })
const REASON_MOST = 500

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
    summary: 'Whether all services work; 503 otherwise and while stopping',
    reply: z.object({
      ready: z.boolean(),
      database: z.boolean(),
      storage: z.boolean(),
      migrations: z.boolean(),
      payments: z.enum(['sandbox', 'test', 'live']),
    }),
  }),
  mails: endpoint({
    method: 'GET',
    path: '/admin/mail',
    auth: 'admin',
    summary: 'Mails, newest first: sent, waiting and failed',
    query: z.object({ q: searchText.default(''), ...pages }),
    reply: cappedPageOf(Mail).extend({ delivers: z.boolean().describe('A mail server is set') }),
  }),
  mail: endpoint({
    method: 'GET',
    path: '/admin/mail/:id',
    auth: 'admin',
    summary: 'One mail with its text, and for ten minutes its HTML',
    params,
    reply: Mail.extend({
      text: z.string(),
      htmlUrl: z.string().nullable().describe('The HTML, to be shown in a frame: its links lead nowhere'),
    }),
  }),
  retryMail: endpoint({
    method: 'POST',
    path: '/admin/mail/:id/retry',
    auth: 'admin',
    summary: 'Send a failed mail again; recorded',
    params,
    body: z.object({
      reason: z
        .string()
        .overwrite(oneLine)
        .trim()
        .max(REASON_MOST, `Use at most ${REASON_MOST} characters.`)
        .default(''),
    }),
    reply: z.object({ ok: z.literal(true) }),
  }),
  actions: endpoint({
    method: 'GET',
    path: '/admin/actions',
    auth: 'admin',
    summary: 'What admins did, newest first',
    query: z.object({ ...pages, account: id.optional().describe('Only what was done with this account') }),
    reply: cappedPageOf(AdminAction),
  }),
}
