import { createHmac, timingSafeEqual } from 'node:crypto'
import { CHOSEN_KINDS, chosenKinds } from '#contract/notice-kinds.ts'
import type { Topic } from './letter.ts'

const TOPICS: readonly string[] = ['updates', 'digest', ...chosenKinds] satisfies Topic[]
const isTopic = (text: string): text is Topic => TOPICS.includes(text)

/** What the link at the end of a mail says. */
export function unsubscribeLabel(topic: Topic) {
  if (topic === 'updates') return 'Unsubscribe from news about Slide'
  if (topic === 'digest') return 'Unsubscribe from the daily digest'
  return `Unsubscribe from mails about ${CHOSEN_KINDS[topic].label.toLowerCase()}`
}

/** The token names an account and a topic. It never expires, because a mail can be opened years later. */
export const unsubscribeToken = (secret: Uint8Array, account: number, topic: Topic) =>
  `${account}.${topic}.${signatureOf(secret, account, topic)}`

/** Returns null for a token that this server did not make. */
export function readUnsubscribeToken(secret: Uint8Array, token: string): { account: number; topic: Topic } | null {
  const [account = '', topic = '', signature = ''] = token.split('.')
  if (!isTopic(topic) || !/^[1-9]\d{0,15}$/.test(account)) return null
  const expected = Buffer.from(signatureOf(secret, Number(account), topic))
  const given = Buffer.from(signature)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  return { account: Number(account), topic }
}

// The prefix keeps these signatures apart from everything else that the secret signs.
const signatureOf = (secret: Uint8Array, account: number, topic: Topic) =>
  createHmac('sha256', secret).update(`unsubscribe ${account} ${topic}`).digest('base64url')
