import { z } from 'zod'
import { Code, done, Tokens } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { proof } from './proof.ts'

const RecoveryCodes = z.object({ codes: z.array(z.string()).describe('Each works once. They are shown only here') })

/** Two-step sign-in: after the password, a code of an authenticator app. */
export const twoStep = {
  signIn: endpoint({
    method: 'POST',
    path: '/auth/login/second-step',
    auth: 'anyone',
    summary: 'Finish a sign-in that answered `second_step_needed`, with a code',
    body: z.object({
      token: z.string('Sign in again.').min(1, 'Sign in again.').max(1000, 'Sign in again.'),
      code: Code,
    }),
    reply: Tokens,
  }),
  state: endpoint({
    method: 'GET',
    path: '/me/two-step',
    auth: 'user',
    summary: 'Whether two-step sign-in is on, and how many recovery codes are left',
    reply: z.object({ since: z.string().nullable().describe('Null: it is off'), codesLeft: z.int() }),
  }),
  begin: endpoint({
    method: 'POST',
    path: '/me/two-step/begin',
    auth: 'user',
    summary: 'Make a secret for an authenticator app; nothing is asked for before it is confirmed',
    body: z.object(proof),
    reply: z.object({
      secret: z.string().describe('In Base32, to be typed where no picture can be read'),
      address: z.string().describe('The same as an otpauth address'),
      picture: z.object({ side: z.int(), path: z.string() }).describe('The address as a QR code: an SVG path'),
    }),
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/me/two-step/confirm',
    auth: 'user',
    summary: 'Switch two-step sign-in on, with a code of the app',
    body: z.object({ code: Code }),
    reply: RecoveryCodes,
  }),
  newCodes: endpoint({
    method: 'POST',
    path: '/me/two-step/codes',
    auth: 'user',
    summary: 'Make ten new recovery codes; the old ones end',
    body: z.object(proof),
    reply: RecoveryCodes,
  }),
  turnOff: endpoint({
    method: 'POST',
    path: '/me/two-step/off',
    auth: 'user',
    summary: 'Switch two-step sign-in off',
    body: z.object(proof),
    reply: done,
  }),
}
