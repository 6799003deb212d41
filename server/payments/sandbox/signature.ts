import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { ForgedEvent, type ProviderEvent, type ReceivedMessage } from '#server/payments/port.ts'
import type { Sandboxed } from './sandboxed.ts'

export const SIGNATURE = 'sandbox-signature'
const TOLERANCE = 5 * 60 * 1000

type Signing = Pick<Sandboxed, 'secret' | 'clock'>

/** The header of a message: when it was sent, and a code over that and the body. */
export function signatureOf({ secret, clock }: Signing, body: string) {
  const at = clock.now().getTime()
  return `t=${at},v1=${codeOf(secret, at, body)}`
}

const Event = z.object({
  id: z.string().min(1),
  about: z.enum(['payment', 'refund', 'dispute', 'subscription', 'payout']),
  reference: z.string(),
})

export function readEvent({ secret, clock }: Signing, { headers, body }: ReceivedMessage): ProviderEvent {
  const [, at = '', code = ''] = /^t=(\d{1,15}),v1=([\w-]+)$/.exec(String(headers[SIGNATURE] ?? '')) ?? []
  const [given, right] = [Buffer.from(code), Buffer.from(codeOf(secret, Number(at), body.toString()))]
  if (given.length !== right.length || !timingSafeEqual(given, right)) throw new ForgedEvent('A wrong signature.')
  if (Math.abs(clock.now().getTime() - Number(at)) > TOLERANCE) throw new ForgedEvent('The message is too old.')
  return Event.parse(JSON.parse(body.toString()))
}

function codeOf(secret: Uint8Array, at: number, body: string) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'events of the sandbox', 32))
  return createHmac('sha256', key).update(`${at}.${body}`).digest('base64url')
}
