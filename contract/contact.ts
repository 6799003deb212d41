import { z } from 'zod'
import { Email } from './accounts.ts'
import { endpoint } from './endpoint.ts'

export const CONTACT_TOPICS = ['Buying', 'Selling', 'Payouts', 'Copyright', 'Something else'] as const

export const MESSAGE_MAX = 5000

export const ContactMessage = z.object({
  name: z.string('Name is required.').trim().min(1, 'Name is required.').max(80, 'Use at most 80 characters.'),
  email: Email,
  topic: z.enum(CONTACT_TOPICS, 'Choose a topic.'),
  message: z
    .string('Message is required.')
    .trim()
    .min(1, 'Message is required.')
    .max(MESSAGE_MAX, `Use at most ${MESSAGE_MAX.toLocaleString('en-US')} characters.`),
})

export type ContactMessage = z.infer<typeof ContactMessage>

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
