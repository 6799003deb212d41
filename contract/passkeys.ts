import { z } from 'zod'
import { done, Tokens } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { passkeyNameLimits } from './limits.ts'
import { limitedText } from './limited-text.ts'
import { id } from './paging.ts'
import { NewPasskey, PasskeyAnswer } from './passkey-answers.ts'
import { proof } from './proof.ts'
import { oneLine } from './text.ts'

const OwnPasskey = z
  .object({
    id: z.int(),
    name: z.string(),
    device: z.enum(['computer', 'phone', 'tablet', 'key', 'unknown']).describe('The kind of device that made it'),
    createdAt: z.string(),
    lastUsedAt: z.string().nullable(),
  })
  .meta({ id: 'OwnPasskey' })
export type OwnPasskey = z.infer<typeof OwnPasskey>

const Descriptor = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()),
})

/** Options of `navigator.credentials.get`, as JSON. */
const Question = z
  .object({
    challenge: z.string(),
    timeout: z.int(),
    rpId: z.string(),
    allowCredentials: z.array(Descriptor).describe('Empty: any passkey of this shop'),
    userVerification: z.literal('required'),
  })
  .meta({ id: 'PasskeyQuestion' })

/** Options of `navigator.credentials.create`, as JSON. */
const Making = z
  .object({
    challenge: z.string(),
    timeout: z.int(),
    rp: z.object({ id: z.string(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
    excludeCredentials: z.array(Descriptor),
    authenticatorSelection: z.object({
      residentKey: z.literal('required'),
      requireResidentKey: z.literal(true),
      userVerification: z.literal('required'),
    }),
    attestation: z.literal('none'),
  })
  .meta({ id: 'PasskeyMaking' })

/** Passkeys: signing in by a fingerprint, a face or the code of a device. */
export const passkeys = {
  ask: endpoint({
    method: 'POST',
    path: '/auth/login/passkey/begin',
    auth: 'anyone',
    summary: 'A challenge to sign in with a passkey; it lasts five minutes',
    reply: Question,
  }),
  signIn: endpoint({
    method: 'POST',
    path: '/auth/login/passkey',
    auth: 'anyone',
    summary: 'Sign in with the answer of a passkey; it stands for password and code',
    body: z.object({ passkey: PasskeyAnswer }),
    reply: Tokens,
  }),
  list: endpoint({
    method: 'GET',
    path: '/me/passkeys',
    auth: 'user',
    summary: 'The own passkeys',
    reply: z.object({ items: z.array(OwnPasskey) }),
  }),
  prove: endpoint({
    method: 'POST',
    path: '/me/passkeys/prove',
    auth: 'user',
    summary: 'A challenge whose answer takes the place of the password where that is asked for again',
    reply: Question,
  }),
  begin: endpoint({
    method: 'POST',
    path: '/me/passkeys/begin',
    auth: 'user',
    summary: 'What a device needs to make a passkey',
    body: z.object(proof),
    reply: Making,
  }),
  add: endpoint({
    method: 'POST',
    path: '/me/passkeys',
    auth: 'user',
    summary: 'Add the passkey that a device has made; it is named after the device',
    body: z.object({ passkey: NewPasskey }),
    reply: OwnPasskey,
  }),
  rename: endpoint({
    method: 'PATCH',
    path: '/me/passkeys/:id',
    auth: 'user',
    summary: 'Give one of the own passkeys another name',
    params: z.object({ id }),
    body: z.object({ name: limitedText(passkeyNameLimits, oneLine) }),
    reply: OwnPasskey,
  }),
  remove: endpoint({
    method: 'POST',
    path: '/me/passkeys/:id/remove',
    auth: 'user',
    summary: 'Remove one of the own passkeys',
    params: z.object({ id }),
    body: z.object(proof),
    reply: done,
  }),
}
