import { useQueryClient, type QueryKey } from '@tanstack/react-query'
import type { InputOf, ReplyOf } from '#contract/caller.ts'
import type { Submission } from '#contract/submission.ts'
import { askAnew } from '#web/api/ask-anew.ts'
import { call } from '#web/api/call.ts'
import { ApiFailure } from '#web/api/failure.ts'
import { useAction } from '#web/api/use-action.ts'
import { kinds } from '#web/items/kinds.ts'

const LIST = 'GET /admin/submissions'
type ListInput = InputOf<typeof LIST>
type Page = ReplyOf<typeof LIST>

type Decision = { rows: readonly Submission[]; reason: string }
export type Way = 'approve' | 'reject'

/** The decisions that are being sent. An answer of the list would show their items as waiting again. */
let deciding = 0

const failures = { approve: 'Approve failed, rolled back.', reject: 'Reject failed, rolled back.' }

/**
 * Approves or rejects items: at once in the list, then one call after the other. If a call fails, the list is rolled
 * back. The version of an item says what the admin has seen.
 */
export function useDecide(way: Way) {
  const queries = useQueryClient()
  const { run, pending } = useAction({
    send: async ({ rows, reason }: Decision) => {
      for (const { kind, id, version } of rows)
        await call(`POST /admin/${kinds[kind].many}/:id/${way}`, {
          params: { id },
          body: way === 'reject' ? { reason, version } : { version },
        } as never)
    },
    optimistic: async ({ rows, reason }) => {
      await queries.cancelQueries({ queryKey: [LIST] })
      const before = queries.getQueriesData<Page>({ queryKey: [LIST] })
      for (const [key, page] of before)
        if (page) queries.setQueryData(key, withDecision(page, key, way, { rows, reason }))
      return () => {
        for (const [key, page] of before) queries.setQueryData(key, page)
      }
    },
    failure: (error) => {
      const isOwn = error instanceof ApiFailure && error.error === 'own_item'
      return isOwn ? `${failures[way]} ${error.message}` : failures[way]
    },
  })
  async function decide(rows: readonly Submission[], reason = '') {
    deciding++
    const { done } = await run({ rows, reason })
    deciding--
    if (deciding > 0) return done
    void askAnew(queries, LIST)
    void askAnew(queries, 'GET /admin/overview/waiting')
    return done
  }
  return { decide, pending }
}

/** A decided item leaves the list of those that wait, and changes its state in the list of all. */
function withDecision(page: Page, key: QueryKey, way: Way, { rows, reason }: Decision): Page {
  const ids = new Set(rows.map(({ id }) => id))
  const isOfAll = (key[1] as ListInput | undefined)?.query?.status === 'all'
  const status = way === 'approve' ? ('approved' as const) : ('rejected' as const)
  const items = isOfAll
    ? page.items.map((row) => (ids.has(row.id) ? decided(row, status, reason) : row))
    : page.items.filter(({ id }) => !ids.has(id))
  return { ...page, items, totalItems: page.totalItems - (isOfAll ? 0 : page.items.length - items.length) }
}

/** A decision about a change of an item on sale leaves the item approved. */
const decided = (row: Submission, status: 'approved' | 'rejected', reason: string): Submission =>
  row.proposedTitle !== null || row.proposal
    ? { ...row, status: 'approved', proposedTitle: null, proposal: null }
    : { ...row, status, reason }

/** While an admin looks at an item, it is claimed: no other admin decides about it. */
export const useClaim = () =>
  useAction({
    send: (id: number) => call('POST /admin/submissions/:id/claim', { params: { id } }),
    failure: 'Couldn’t claim this item.',
    refresh: [LIST],
  })
