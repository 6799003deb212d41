import { create } from 'zustand'
import type { ChatMessage } from '#contract/chat.ts'

/** Messages that came while their conversation was open, by its two people. The newest version of each is kept. */
export const useHeard = create<Record<string, readonly ChatMessage[]>>(() => ({}))

export const pairKey = (one: number, other: number) => [one, other].toSorted((a, b) => a - b).join(' ')

export const hear = (message: ChatMessage) =>
  useHeard.setState((all) => {
    const pair = pairKey(message.senderId, message.receiverId)
    return { [pair]: [...(all[pair] ?? []).filter(({ id }) => id !== message.id), message] }
  })
