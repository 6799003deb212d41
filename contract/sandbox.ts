import { z } from 'zod'
import { endpoint } from './endpoint.ts'

const reference = z.object({ reference: z.string().regex(/^sb_[0-9a-f-]{36}$/) })
const clientSecret = z.string().max(100)

const SandboxPayment = z
  .object({
    state: z.enum(['open', 'challenged', 'approved', 'paid', 'canceled']),
    method: z.enum(['credit', 'google', 'paypal']),
    amount: z.number(),
    description: z.string(),
    failure: z.string().nullable(),
  })
  .meta({ id: 'SandboxPayment' })
export type SandboxPayment = z.infer<typeof SandboxPayment>

const SandboxSettings = z
  .object({
    delaySeconds: z.int().min(0).max(86_400).describe('How long each message waits'),
    duplicates: z.boolean().describe('Each message is sent twice'),
    reorders: z.boolean().describe('Messages overtake each other'),
    drops: z.boolean().describe('No message is sent'),
    refundsFail: z.boolean(),
    isDown: z.boolean().describe('The provider does not answer'),
  })
  .meta({ id: 'SandboxSettings' })
export type SandboxSettings = z.infer<typeof SandboxSettings>

/** The calls of the provider that the sandbox plays. They exist in that mode alone. */
export const sandbox = {
  payment: endpoint({
    method: 'GET',
    path: '/sandbox/payments/:reference',
    auth: 'anyone',
    summary: 'A payment, for the pages that play its provider',
    params: reference,
    reply: SandboxPayment,
  }),
  card: endpoint({
    method: 'POST',
    path: '/sandbox/payments/:reference/card',
    auth: 'anyone',
    summary: 'Pay by a test card',
    params: reference,
    body: z.object({
      clientSecret,
      number: z.string().max(40),
      expires: z.string().max(10),
      cvc: z.string().max(10),
    }),
    reply: SandboxPayment,
  }),
  challenge: endpoint({
    method: 'POST',
    path: '/sandbox/payments/:reference/challenge',
    auth: 'anyone',
    summary: 'Answer the question of a challenged card',
    params: reference,
    body: z.object({ clientSecret, passes: z.boolean() }),
    reply: SandboxPayment,
  }),
  approval: endpoint({
    method: 'POST',
    path: '/sandbox/payments/:reference/approval',
    auth: 'anyone',
    summary: 'Answer the approval page',
    params: reference,
    body: z.object({ answer: z.enum(['approve', 'decline', 'cancel']) }),
    reply: z.object({ goTo: z.string().describe('The page of the shop to which the buyer returns') }),
  }),
  settings: endpoint({
    method: 'GET',
    path: '/sandbox/settings',
    auth: 'admin',
    summary: 'How the sandbox behaves',
    reply: SandboxSettings.extend({ now: z.iso.datetime(), movesClock: z.boolean() }),
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/sandbox/settings',
    auth: 'admin',
    summary: 'Change how the sandbox behaves',
    body: SandboxSettings.partial(),
    reply: SandboxSettings,
  }),
  clock: endpoint({
    method: 'POST',
    path: '/sandbox/clock',
    auth: 'admin',
    summary: 'Move the clock of a development server ahead',
    body: z.object({
      minutes: z
        .int()
        .min(1)
        .max(60 * 24 * 366),
    }),
    reply: z.object({ now: z.iso.datetime() }),
  }),
  dispute: endpoint({
    method: 'POST',
    path: '/sandbox/payments/:reference/dispute',
    auth: 'admin',
    summary: 'Open a dispute about a paid payment, or decide it',
    params: reference,
    body: z.object({ state: z.enum(['open', 'won', 'lost']) }),
    reply: z.object({ state: z.enum(['open', 'won', 'lost']) }),
  }),
}
