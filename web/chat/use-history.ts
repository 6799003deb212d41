import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { ChatMessage } from '#contract/chat.ts'
import { SUPPORT } from '#contract/support.ts'
import { askAnew } from '#web/api/ask-anew.ts'
import { call } from '#web/api/call.ts'
import { subscribe } from '#web/live/live.ts'
import { hear, pairKey, useHeard } from './heard.ts'
import { dropConfirmed } from './outbox.ts'

const PAGE = 50
const HISTORY = 'GET /chat/history'
const NONE: readonly ChatMessage[] = []

/** The messages of a conversation in their order: pages of the history, and those that came since. */
export function useHistory(self: number, partner: number) {
  const queries = useQueryClient()
  const pair = pairKey(self, partner)
  const heard = useHeard((all) => all[pair]) ?? NONE
  const history = useInfiniteQuery({
    queryKey: [HISTORY, pair],
    queryFn: ({ pageParam }) =>
      call(HISTORY, { query: { user1: self, user2: partner, limit: PAGE, ...(pageParam && { before: pageParam }) } }),
    initialPageParam: 0,
    getNextPageParam: (page) => (page.length < PAGE ? undefined : page[0]!.id),
    refetchOnMount: 'always',
    refetchOnWindowFocus: false,
  })
  useEffect(() => {
    const askAgain = () => void askAnew(queries, HISTORY)
    const stops = [
      subscribe('message', (message) => {
        if (pairKey(message.senderId, message.receiverId) === pair) hear(message)
      }),
      subscribe('chat', ({ missed }) => missed && askAgain()),
      ...(self === SUPPORT ? [subscribe('support', askAgain)] : []),
    ]
    return () => stops.forEach((stop) => stop())
  }, [queries, pair, self])

  const messages = useMemo(() => {
    const byId = new Map<number, ChatMessage>()
    for (const message of heard) byId.set(message.id, message)
    // the only change that a message can have is its removal
    for (const message of (history.data?.pages ?? []).flat())
      if (!byId.get(message.id)?.removed) byId.set(message.id, message)
    return [...byId.values()].toSorted((one, other) => one.id - other.id)
  }, [history.data, heard])
  useEffect(() => dropConfirmed(messages), [messages])
  return { history, messages }
}
