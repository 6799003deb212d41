import { Code, CurrentPassword } from './accounts.ts'
import { GoogleTicket } from './google-ticket.ts'
import { PasskeyAnswer } from './passkey-answers.ts'

/**
 * Asked for again before something that a stolen session must not do: the password, with a code if two-step sign-in is on,
 * or the answer of a passkey to a challenge of `POST /me/passkeys/prove`, or a ticket of `POST /me/google/ticket`.
 */
export const proof = {
  password: CurrentPassword.optional(),
  google: GoogleTicket.optional().describe('In place of a password, for people who have none'),
  code: Code.optional(),
  passkey: PasskeyAnswer.optional(),
}
