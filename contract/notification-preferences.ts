import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { chosenKinds } from './notice-kinds.ts'

const kind = z.enum(chosenKinds)

const Preference = z
  .object({
    kind,
    site: z.boolean().describe('In the inbox on the site'),
    mail: z.boolean().describe('A mail a few minutes later, if the notice is still unread'),
    digest: z.boolean().describe('A line in the mail of the day. Never together with `mail`'),
  })
  .meta({ id: 'NotificationPreference' })
export type Preference = z.infer<typeof Preference>

export const Preferences = z
  .object({
    items: z.array(Preference),
    updates: z.boolean().describe('News about Slide by mail'),
    mailsReach: z.boolean().describe('False until the address is confirmed: no mail of these kinds is sent before'),
  })
  .meta({ id: 'NotificationPreferences' })
export type Preferences = z.infer<typeof Preferences>

/** The token of a link in a mail. */
const token = z.string('This link is not valid.').min(1, 'This link is not valid.').max(200, 'This link is not valid.')

const Stopped = z
  .object({
    topic: z.enum(['updates', 'digest', ...chosenKinds]).describe('The mails that the link is about'),
    kinds: z.array(kind).describe('The kinds of news that it changed, for the way back'),
  })
  .meta({ id: 'StoppedMails' })
export type Stopped = z.infer<typeof Stopped>

export const notificationPreferences = {
  mine: endpoint({
    method: 'GET',
    path: '/me/notification-preferences',
    auth: 'user',
    summary: 'Which news reaches you, and how',
    reply: Preferences,
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/me/notification-preferences',
    auth: 'user',
    summary: 'Change the channels of one kind of news, or news about Slide',
    body: z
      .object({
        kind: kind.optional(),
        site: z.boolean().optional(),
        mail: z.boolean().optional().describe('true takes the kind out of the digest'),
        digest: z.boolean().optional().describe('true ends the single mails of the kind'),
        updates: z.boolean().optional(),
      })
      .refine(({ mail, digest }) => !(mail && digest), {
        path: ['digest'],
        message: 'Choose single mails or the digest.',
      })
      .refine(
        ({ kind: of, site, mail, digest }) =>
          of !== undefined || [site, mail, digest].every((one) => one === undefined),
        { path: ['kind'], message: 'Say which kind of news.' },
      ),
    reply: Preferences,
  }),
  unsubscribe: endpoint({
    method: 'POST',
    path: '/unsubscribe',
    auth: 'anyone',
    summary: 'Stop the mails that a signed token names',
    body: z.object({ token }),
    reply: Stopped,
  }),
  resubscribe: endpoint({
    method: 'POST',
    path: '/resubscribe',
    auth: 'anyone',
    summary: 'Take an unsubscription back, with the token and the kinds of its answer',
    body: z.object({ token, kinds: z.array(kind).max(chosenKinds.length).default([]) }),
    reply: Stopped,
  }),
}
