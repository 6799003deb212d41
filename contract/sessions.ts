import { z } from 'zod'
import { done } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { id } from './paging.ts'
import { proof } from './proof.ts'

const OwnSession = z
  .object({
    id: z.int(),
    device: z.object({
      name: z.string().describe('Browser and system, as the browser names them: Firefox on Linux'),
      kind: z.enum(['computer', 'phone', 'tablet', 'unknown']),
    }),
    place: z.string().describe('The address of the sign-in, shortened'),
    newPlace: z.boolean().describe('True if the account had not been used from this network before'),
    current: z.boolean(),
    createdAt: z.string(),
    lastUsedAt: z.string(),
  })
  .meta({ id: 'OwnSession' })
export type OwnSession = z.infer<typeof OwnSession>

/** People without a password send nothing. */
const Proof = z.object(proof)

export const sessions = {
  list: endpoint({
    method: 'GET',
    path: '/me/sessions',
    auth: 'user',
    summary: 'Where the account is signed in',
    reply: z.object({ items: z.array(OwnSession) }),
  }),
  end: endpoint({
    method: 'POST',
    path: '/me/sessions/:id/end',
    auth: 'user',
    summary: 'End one of the own sessions',
    params: z.object({ id }),
    body: Proof,
    reply: done,
  }),
  endOthers: endpoint({
    method: 'POST',
    path: '/me/sessions/end-others',
    auth: 'user',
    summary: 'End all of the own sessions but this one',
    body: Proof,
    reply: done,
  }),
}
