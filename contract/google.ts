import { z } from 'zod'
import { done, Tokens } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { GoogleTicket } from './google-ticket.ts'
import { limitedText } from './limited-text.ts'
import { handleLimits } from './limits.ts'
import { proof } from './proof.ts'
import { oneLine } from './text.ts'

/** What the browser brings back from Google. */
const grant = {
  code: z.string().min(1).max(2000),
  codeVerifier: z.string().min(43).max(128),
  redirectUri: z.string().max(2000).describe('The page `/google-callback` of this shop'),
}

const Ticket = z.object({ ticket: GoogleTicket, email: z.string() })

export const google = {
  start: endpoint({
    method: 'GET',
    path: '/auth/google',
    auth: 'anyone',
    summary: 'Where a sign-in with Google begins',
    reply: z.object({ authorizationEndpoint: z.string(), clientId: z.string() }),
  }),
  callback: endpoint({
    method: 'POST',
    path: '/auth/google/callback',
    auth: 'anyone',
    summary: 'Sign in with the code that Google gave',
    body: z.object({ ...grant, referralCode: z.string().overwrite(oneLine).trim().max(40).optional() }),
    reply: z.object({ token: z.string(), refreshToken: z.string() }),
    errors: {
      google_new: Ticket.extend({ name: z.string().describe('A handle to propose, or an empty text') }),
      google_link: Ticket,
      second_step_needed: z.object({ token: z.string().describe('For `/auth/login/second-step`, for five minutes') }),
    },
  }),
  register: endpoint({
    method: 'POST',
    path: '/auth/google/register',
    auth: 'anyone',
    summary: 'Make an account for a person whom Google has confirmed (`google_new`), and sign in',
    body: z.object({
      ticket: GoogleTicket,
      displayName: limitedText(handleLimits),
      updates: z.boolean().optional(),
    }),
    reply: Tokens,
  }),
  state: endpoint({
    method: 'GET',
    path: '/me/google',
    auth: 'user',
    summary: 'The Google account with which one signs in',
    reply: z.object({
      linked: z.object({ email: z.string(), since: z.string() }).nullable(),
    }),
  }),
  ticket: endpoint({
    method: 'POST',
    path: '/me/google/ticket',
    auth: 'user',
    summary: 'Exchange the code that Google gave for a ticket, which proves for ten minutes whose Google account it is',
    body: z.object(grant),
    reply: Ticket,
  }),
  link: endpoint({
    method: 'POST',
    path: '/me/google',
    auth: 'user',
    summary: 'Sign in with this Google account, too. A session that began after the ticket needs no other proof',
    body: z.object({ ticket: GoogleTicket, ...proof }),
    reply: done,
  }),
  unlink: endpoint({
    method: 'POST',
    path: '/me/google/unlink',
    auth: 'user',
    summary: 'Sign in with Google no longer; the account must have a password',
    body: z.object(proof),
    reply: done,
  }),
}
