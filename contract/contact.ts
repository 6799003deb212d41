import { z } from 'zod'
import { Email } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { limitedText } from './limited-text.ts'
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
    reply: z.object({ ok: z.literal(true) }),
  }),
}
