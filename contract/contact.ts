import { z } from 'zod'
import { Email } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { manyLines, oneLine } from './text.ts'

export const CONTACT_TOPICS = ['Buying', 'Selling', 'Payouts', 'Copyright', 'Something else'] as const

export const ContactMessage = z.object({
  name: z
    .string('Name is required.')
    .overwrite(oneLine)
    .trim()
    .min(1, 'Name is required.')
    .max(80, 'Use at most 80 characters.'),
  email: Email,
  topic: z.enum(CONTACT_TOPICS, 'Choose a topic.'),
  message: z
    .string('Message is required.')
    .overwrite(manyLines)
    .trim()
    .min(1, 'Message is required.')
    .max(5000, 'Use at most 5,000 characters.'),
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
