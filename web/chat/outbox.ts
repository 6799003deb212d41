import { create } from 'zustand'
import type { ChatMessage, SharedItem } from '#contract/chat.ts'
import { call } from '#web/api/call.ts'
import { sentenceOf } from '#web/api/failure.ts'
import { makeTurns } from '#web/api/in-turn.ts'
import { newKey } from '#web/api/new-key.ts'
import { accountNow } from '#web/session/session.ts'
import { hear } from './heard.ts'
import { forgetUnsent, keepUnsent, keptUnsent, type Kept } from './kept-unsent.ts'

export type Unsent = Kept & {
  /** Shown until the server answers. */
  shared: SharedItem | null
  isSending: boolean
  /** Why it was not sent. */
  fault: string
}

export const useOutbox = create<{ unsent: readonly Unsent[] }>(() => ({ unsent: [] }))

const owner = () => accountNow() ?? 0

const change = (key: string, to: Partial<Unsent> | null) =>
  useOutbox.setState(({ unsent }) => ({
    unsent: unsent.flatMap((one) => (one.key === key ? (to ? { ...one, ...to } : []) : one)),
  }))

type Words = Pick<Unsent, 'self' | 'partner' | 'content' | 'after'> & { shared?: SharedItem | null }

/** Shows a message at once and sends it. Until the server has it, it is kept in the browser. */
export function send({ shared = null, ...words }: Words) {
  const kept = { ...words, itemId: shared?.item?.id ?? null, key: newKey(), at: new Date().toISOString() }
  keepUnsent(owner(), kept)
  const one = { ...kept, shared, isSending: true, fault: '' }
  useOutbox.setState(({ unsent }) => ({ unsent: [...unsent, one] }))
  deliver(one)
}

/** Sends it once more, with the same key: the server writes it once. */
export function tryAgain(one: Unsent) {
  change(one.key, { isSending: true, fault: '' })
  deliver(one)
}

/** Gives a message up, or forgets one that the server has. */
export function drop({ key }: Unsent) {
  change(key, null)
  forgetUnsent(owner(), key)
}

/** Messages that were written after this one stay after it. */
function confirm(one: Unsent, id: number) {
  drop(one)
  for (const later of useOutbox.getState().unsent)
    if (later.self === one.self && later.partner === one.partner && later.at >= one.at && later.after < id) {
      change(later.key, { after: id })
      keepUnsent(owner(), { ...later, after: id })
    }
}

const inTurn = makeTurns()

/** In turn, so that messages arrive in the order in which they were written. */
const deliver = (one: Unsent) => void inTurn(() => deliverNow(one))

async function deliverNow(one: Unsent) {
  const { self: senderId, partner: receiverId, content, key, itemId } = one
  try {
    const body = { senderId, receiverId, content, key, ...(itemId !== null && { itemId }) }
    const sent = await call('POST /chat/send', { body })
    hear(sent)
    confirm(one, sent.id)
  } catch (error) {
    const fault = sentenceOf(error, navigator.onLine ? 'Not sent.' : 'Not sent. You are offline.')
    change(key, { isSending: false, fault })
  }
}

/** Finds the messages that an earlier page has left unsent. */
export function findUnsent() {
  const { unsent } = useOutbox.getState()
  const known = new Set(unsent.map(({ key }) => key))
  const found = keptUnsent(owner()).filter(({ key }) => !known.has(key))
  const failed = found.map((kept) => ({ ...kept, shared: null, isSending: false, fault: 'Not sent.' }))
  if (failed.length > 0) useOutbox.setState({ unsent: [...unsent, ...failed] })
}

/** Forgets the messages that the server has: the answer to one was lost, or another tab has sent it. */
export function dropConfirmed(messages: readonly ChatMessage[]) {
  const { unsent } = useOutbox.getState()
  for (const one of unsent) {
    const sent = messages.find(({ senderId, key }) => senderId === one.self && key === one.key)
    if (sent) confirm(one, sent.id)
  }
}
