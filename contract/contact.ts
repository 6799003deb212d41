import { z } from 'zod'
import { Email } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { limitedText } from './limited-text.ts'
import { id, limit, page, cappedPageOf } from './paging.ts'
import { CONTACT_TOPICS, contactLimits } from './limits.ts'
import { manyLines, oneLine, saysSomething } from './text.ts'

const ContactMessage = z.object({
  name: limitedText(contactLimits.name, oneLine).refine(saysSomething, contactLimits.name.required),
  email: Email,
  topic: z.enum(CONTACT_TOPICS, 'Choose a topic.'),
  message: limitedText(contactLimits.message, manyLines).refine(saysSomething, contactLimits.message.required),
})

export const contact = {
  send: endpoint({
    method: 'POST',
    path: '/contact',
    auth: 'anyone',
    summary: 'Write to the support account',
    body: ContactMessage,
    reply: z.object({
      ok: z.literal(true),
      inMessages: z.boolean().describe('It stands in the conversation with the support, where the answer comes, too'),
    }),
  }),
}

const params = z.object({ id })

const GuestMessage = z
  .object({
    id: z.int(),
    name: z.string(),
    email: z.string(),
    topic: z.string(),
    message: z.string(),
    createdAt: z.iso.datetime(),
    isDone: z.boolean(),
  })
  .meta({ id: 'GuestMessage' })
export type GuestMessage = z.infer<typeof GuestMessage>

/** The words of people with an account are in their conversation with the support account. */
export const deskContact = {
  list: endpoint({
    method: 'GET',
    path: '/admin/contact',
    auth: 'admin',
    summary: 'What guests wrote on the contact page, newest first',
    query: z.object({ show: z.enum(['open', 'done']).default('open'), page, limit: limit(50) }),
    reply: cappedPageOf(GuestMessage),
  }),
  done: endpoint({
    method: 'POST',
    path: '/admin/contact/:id/done',
    auth: 'admin',
    summary: 'Take a message of a guest out of the inbox, or put it back',
    params,
    body: z.object({ isDone: z.boolean() }),
    reply: z.object({ ok: z.literal(true) }),
  }),
}
