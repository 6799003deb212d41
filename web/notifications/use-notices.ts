import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ReplyOf } from '#contract/caller.ts'
import { call } from '#web/api/call.ts'
import { askAnew } from '#web/api/ask-anew.ts'
import { apiQuery } from '#web/api/tools.ts'
import { useAction } from '#web/api/use-action.ts'
import { subscribe } from '#web/live/live.ts'

const LISTS = ['GET /notifications', 'GET /notifications/unread'] as const
type List = (typeof LISTS)[number]
type Notices = ReplyOf<List>

/** A list of notices. It loads again whenever it changes, here or elsewhere. */
export function useNotices(list: List, query: { page?: number; size?: number }) {
  const queries = useQueryClient()
  useEffect(() => subscribe('inbox', () => void askAnew(queries, list)), [list, queries])
  return useQuery({ ...apiQuery(call, list, { query }), placeholderData: keepPreviousData })
}

/** Marks notices as read and shows that at once. */
export function useMarkRead() {
  const queries = useQueryClient()
  const edit = (change: (notices: Notices) => Notices) => {
    for (const list of LISTS)
      queries.setQueriesData<Notices>({ queryKey: [list] }, (notices) => notices && change(notices))
  }
  const failure = "Couldn't mark as read."
  const refresh = LISTS
  const one = useAction({
    send: (id: number) => call('POST /notifications/:id/read', { params: { id } }),
    optimistic(id) {
      edit(({ content, ...rest }) => ({
        ...rest,
        content: content.map((notice) => (notice.id === id ? { ...notice, read: true } : notice)),
      }))
      return askForLists
    },
    failure,
    refresh,
  })
  const all = useAction<void, { unread: number }>({
    send: () => call('POST /notifications/read-all'),
    optimistic() {
      edit((notices) => ({
        ...notices,
        unread: 0,
        content: notices.content.map((notice) => ({ ...notice, read: true })),
      }))
      return askForLists
    },
    failure,
    refresh,
  })
  const askForLists = () => {
    for (const list of LISTS) void askAnew(queries, list)
  }
  return { one, all }
}
