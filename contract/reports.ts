import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Kind } from './item.ts'
import { RejectReason } from './moderation.ts'
import { id, limit, page, cappedPageOf } from './paging.ts'
import { manyLines, REPORT_MOST } from './text.ts'

const Person = z.object({ id: z.int(), name: z.string() })

const Report = z
  .object({
    id: z.int(),
    about: z.enum(['comment', 'item', 'person', 'message']),
    person: Person.describe('The person that wrote the comment or message, owns the item, or was reported'),
    item: z.object({ id: z.int(), kind: Kind, slug: z.string(), title: z.string() }).nullable(),
    text: z.string().describe('The words of a reported comment'),
    excerpt: z
      .array(
        z.object({ id: z.int(), by: Person, text: z.string(), createdAt: z.iso.datetime(), isReported: z.boolean() }),
      )
      .describe('A reported message among those around it, as they were'),
    isGone: z.boolean().describe('The comment or message is deleted, or the item has no page any more'),
    reason: z.string(),
    by: Person,
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Report' })
export type Report = z.infer<typeof Report>

const params = z.object({ id })
const ok = z.object({ ok: z.literal(true) })
const reason = z
  .string()
  .overwrite(manyLines)
  .trim()
  .max(REPORT_MOST, `Use at most ${REPORT_MOST} characters.`)
  .default('')

const reporting = <const P extends string>(path: P, summary: string) =>
  endpoint({ method: 'POST', path, auth: 'user', summary, params, body: z.object({ reason }), reply: ok })

export const reports = {
  comment: reporting('/comments/:id/report', 'Tell the house that a comment breaks its rules; once per person'),
  item: reporting('/items/:id/report', 'Tell the house that an item breaks its rules'),
  person: reporting('/users/:id/report', 'Tell the house that a person breaks its rules'),
  message: reporting('/messages/:id/report', 'Tell the house that a message to you breaks its rules'),
  list: endpoint({
    method: 'GET',
    path: '/admin/reports',
    auth: 'admin',
    summary: 'Open reports, oldest first',
    query: z.object({ page, limit: limit(50) }),
    reply: cappedPageOf(Report),
  }),
  dismiss: endpoint({
    method: 'POST',
    path: '/admin/reports/:id/dismiss',
    auth: 'admin',
    summary: 'Close this report and all others about the same thing: nothing is wrong',
    params,
    reply: ok,
  }),
  removeComment: endpoint({
    method: 'POST',
    path: '/admin/reports/:id/remove-comment',
    auth: 'admin',
    summary: 'Delete the reported comment, and close all reports about it',
    params,
    reply: ok,
  }),
  removeMessage: endpoint({
    method: 'POST',
    path: '/admin/reports/:id/remove-message',
    auth: 'admin',
    summary: 'Empty the reported message, and close all reports about it',
    params,
    reply: ok,
  }),
  takeDown: endpoint({
    method: 'POST',
    path: '/admin/reports/:id/take-down',
    auth: 'admin',
    summary: 'Take the reported item down, and close all reports about it',
    params,
    body: z.object({ reason: RejectReason }),
    reply: ok,
  }),
}
