import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { SUPPORT } from '#contract/support.ts'
import { askAnew } from '#web/api/ask-anew.ts'
import { call } from '#web/api/call.ts'
import { apiQuery } from '#web/api/tools.ts'
import { subscribe } from '#web/live/live.ts'

const LIST = 'GET /chat/threads'
const ONE = 'GET /chat/threads/:id'
const PAGE = 50

/** Asks anew whenever conversations of this account change, here or elsewhere. */
function useNews(self: number, route: typeof LIST | typeof ONE) {
  const queries = useQueryClient()
  useEffect(
    () => subscribe(self === SUPPORT ? 'support' : 'chat', () => void askAnew(queries, route)),
    [queries, route, self],
  )
}

/** The conversations of an account, the newest first. `q` is a part of the partner's name. */
export function useThreads(self: number, q: string) {
  useNews(self, LIST)
  return useInfiniteQuery({
    queryKey: [LIST, self, q],
    queryFn: ({ pageParam }) =>
      call(LIST, { query: { userId: self, q, limit: PAGE, ...(pageParam && { before: pageParam }) } }),
    initialPageParam: 0,
    getNextPageParam: (page) => (page.length < PAGE ? undefined : page.at(-1)!.lastId),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
}

/** The conversation with one person, also before its first message. */
export function useThread(self: number, partner: number) {
  useNews(self, ONE)
  return useQuery({
    ...apiQuery(call, ONE, { params: { id: partner }, query: { userId: self } }),
    retry: false, // a person that is not found stays so
    refetchOnMount: 'always',
  })
}
