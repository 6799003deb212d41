import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { InputOf } from '#contract/caller.ts'
import type { OwnItem, OwnItemPage } from '#contract/studio-fields.ts'
import type { BulkResult } from '#contract/studio.ts'
import { call } from '#web/api/call.ts'
import { askAnew } from '#web/api/ask-anew.ts'
import { useAction } from '#web/api/use-action.ts'
import { kinds } from '#web/items/kinds.ts'
import { toast } from '#web/ui/toast.ts'

/** The calls whose answers change with every change of an own item. */
export const OWN_READS = [
  'GET /me/items',
  'GET /me/items/:id/steps',
  'GET /me/stats',
  'GET /me/license-presets',
  'GET /me/room',
] as const

/** Takes items out of every loaded page of own items. The returned function puts them back. */
async function hide(queries: QueryClient, ids: readonly number[]) {
  const key = { queryKey: [OWN_READS[0]] }
  await queries.cancelQueries(key)
  const before = queries.getQueriesData<OwnItemPage>(key)
  queries.setQueriesData<OwnItemPage>(
    key,
    (page) => page && { ...page, items: page.items.filter(({ id }) => !ids.includes(id)) },
  )
  return () => {
    for (const [queryKey, page] of before)
      queries.setQueryData<OwnItemPage>(queryKey, (now) => now && page && putBack(now, page, ids))
  }
}

/** The page with these items in their places again. All others are as they are now. */
function putBack(now: OwnItemPage, before: OwnItemPage, ids: readonly number[]) {
  const items = [...now.items]
  for (const [place, item] of before.items.entries())
    if (ids.includes(item.id) && !items.some(({ id }) => id === item.id)) items.splice(place, 0, item)
  return { ...now, items }
}

/** The changes of one own item. */
export function useOwnItem({ id, kind }: Pick<OwnItem, 'id' | 'kind'>) {
  const queries = useQueryClient()
  const common = { refresh: OWN_READS, failure: 'That did not work.' }
  const move = (way: 'pause' | 'resume' | 'resubmit') => () => call(`POST /me/items/:id/${way}`, { params: { id } })
  return {
    remove: useAction({
      ...common,
      send: () => call(kinds[kind].removal, { params: { id } }),
      optimistic: () => hide(queries, [id]),
      success: `${kinds[kind].name} deleted successfully.`,
      failure: () => 'Delete failed.',
    }),
    pause: useAction({ ...common, send: move('pause'), success: 'It is off sale now.' }),
    resume: useAction({ ...common, send: move('resume'), success: 'It is on sale again.' }),
    resubmit: useAction({ ...common, send: move('resubmit'), success: 'It is in review again.' }),
    retry: useAction({
      ...common,
      send: () => call('POST /me/items/:id/retry', { params: { id } }),
      success: 'Trying again.',
    }),
  }
}

export type Bulk = InputOf<'POST /me/items/bulk'>['body'] & { ids: number[] }

const done = { pause: 'Paused', resume: 'Back on sale:', delete: 'Deleted', price: 'Changed', tags: 'Changed' }

/** 'Paused 2. Drafts can’t be paused.' Each reason once. */
export function bulkWords(action: Bulk['action'], { done: ids, refused }: BulkResult) {
  const reasons = [...new Set(refused.map(({ message }) => message))]
  return [`${done[action]} ${ids.length}.`, ...reasons].join(' ')
}

/** Does one thing to several own items. Those that it does not fit stay as they are, and the toast says why. */
export function useBulk() {
  const queries = useQueryClient()
  const action = useAction({
    send: (body: Bulk) => call('POST /me/items/bulk', { body }),
    optimistic: (bulk: Bulk) => (bulk.action === 'delete' ? hide(queries, bulk.ids) : () => {}),
    failure: 'That did not work.',
  })
  async function run(bulk: Bulk) {
    const outcome = await action.run(bulk)
    if (outcome.done) toast(bulkWords(bulk.action, outcome.result))
    for (const read of OWN_READS) void askAnew(queries, read)
    return outcome.done
  }
  return { run, pending: action.pending }
}
