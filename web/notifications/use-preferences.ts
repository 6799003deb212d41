import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Channels, ChosenKind } from '#contract/notice-kinds.ts'
import type { Preferences } from '#contract/notification-preferences.ts'
import { askAnew } from '#web/api/ask-anew.ts'
import { call } from '#web/api/call.ts'
import { makeTurns } from '#web/api/in-turn.ts'
import { apiQuery } from '#web/api/tools.ts'
import { useAction } from '#web/api/use-action.ts'

const ROUTE = 'GET /me/notification-preferences'

export type Change = { updates: boolean } | ({ kind: ChosenKind } & Partial<Channels>)

/** Switches pressed one after the other are sent in this order. */
const inTurn = makeTurns()

/** The preferences, and a function that changes them at once. */
export function usePreferences() {
  const queries = useQueryClient()
  const { data, isError, refetch } = useQuery(apiQuery(call, ROUTE, undefined))
  const { run } = useAction({
    send: (body: Change) => call('PATCH /me/notification-preferences', { body }),
    async optimistic(change) {
      await queries.cancelQueries({ queryKey: [ROUTE] })
      queries.setQueryData<Preferences>([ROUTE], (before) => before && changed(before, change))
      return () => void askAnew(queries, ROUTE)
    },
    failure: 'That was not saved. Try again.',
    inTurn,
  })
  return { preferences: data, isError, refetch, change: (change: Change) => void run(change) }
}

/** As the server does it: single mails and the digest exclude each other. */
function changed(before: Preferences, change: Change): Preferences {
  if ('updates' in change) return { ...before, updates: change.updates }
  const { kind, ...channels } = change
  const other = { ...(channels.mail && { digest: false }), ...(channels.digest && { mail: false }) }
  return {
    ...before,
    items: before.items.map((one) => (one.kind === kind ? { ...one, ...other, ...channels } : one)),
  }
}
