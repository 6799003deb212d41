import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Topic } from './letter.ts'

/** The token names an account and a topic. It never expires, because a mail can be opened years later. */
export const unsubscribeToken = (secret: Uint8Array, account: number, topic: Topic) =>
  `${account}.${topic}.${signatureOf(secret, account, topic)}`

/** Returns null for a token that this server did not make. */
export function readUnsubscribeToken(secret: Uint8Array, token: string): { account: number; topic: Topic } | null {
  const [account = '', topic = '', signature = ''] = token.split('.')
  if (topic !== 'updates' || !/^[1-9]\d{0,15}$/.test(account)) return null
  const expected = Buffer.from(signatureOf(secret, Number(account), topic))
  const given = Buffer.from(signature)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  return { account: Number(account), topic }
}

// The prefix keeps these signatures apart from everything else that the secret signs.
const signatureOf = (secret: Uint8Array, account: number, topic: Topic) =>
  createHmac('sha256', secret).update(`unsubscribe ${account} ${topic}`).digest('base64url')
