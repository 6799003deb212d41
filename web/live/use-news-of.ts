import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ReadRoute } from '#contract/caller.ts'
import type { Notification } from '#contract/notifications.ts'
import { askAnew } from '#web/api/ask-anew.ts'
import { subscribe } from './live.ts'

/** News often come together, and the plan of an account is set a moment after its news. */
const PAUSE = 1_000

/** Asks these calls again after news of these topics, so that an open page shows what the bell tells. */
export function useNewsOf(topics: readonly Notification['topic'][], routes: readonly ReadRoute[]) {
  const queries = useQueryClient()
  useEffect(() => {
    let waiting: ReturnType<typeof setTimeout>
    const end = subscribe('notification', ({ topic }) => {
      if (!topics.includes(topic)) return
      clearTimeout(waiting)
      waiting = setTimeout(() => routes.forEach((route) => void askAnew(queries, route)), PAUSE)
    })
    return end // what waits is still asked: a page that is left meanwhile must not come back with old answers
  }, [queries, topics, routes])
}
