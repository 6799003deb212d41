import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { create } from 'zustand'
import type { InputOf, ReplyOf } from '#contract/caller.ts'
import type { Submission } from '#contract/submission.ts'
import { askAnew } from '#web/api/ask-anew.ts'
import { call } from '#web/api/call.ts'
import { ApiFailure } from '#web/api/failure.ts'
import { makeTurns } from '#web/api/in-turn.ts'
import { apiQuery } from '#web/api/tools.ts'
import { useAction } from '#web/api/use-action.ts'
import { kinds } from '#web/items/kinds.ts'

const LIST = 'GET /admin/submissions'
type Asked = InputOf<typeof LIST>['query']
type Page = ReplyOf<typeof LIST>

export type Way = 'approve' | 'reject'
type Decision = { way: Way; rows: readonly Submission[]; reason: string }

/**
 * The decisions that are being sent. Lists show their items as decided, whatever else is asked or fails meanwhile: an
 * answer of the server may still name them as waiting.
 */
const useSent = create<{ decisions: readonly Decision[] }>(() => ({ decisions: [] }))

/** One question after the other: each would give up the one before it, whose items would come up as waiting. */
const inTurn = makeTurns()

const failures = { approve: 'Approve failed, rolled back.', reject: 'Reject failed, rolled back.' }

/** Items that wait for a review, or all of them. */
export function useSubmissions(asked: Asked) {
  const decisions = useSent((sent) => sent.decisions)
  const isOfAll = asked?.status === 'all'
  return useQuery({
    ...apiQuery(call, LIST, { query: asked }),
    placeholderData: keepPreviousData,
    select: useCallback(
      (page: Page) => decisions.reduce((shown, decision) => withDecision(shown, isOfAll, decision), page),
      [decisions, isOfAll],
    ),
  })
}

/**
 * Approves or rejects items: at once in the lists, then one call after the other. If a call fails, the lists show what the
 * server has. The version of an item says what the admin has seen.
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
    failure: (error) => {
      const isOwn = error instanceof ApiFailure && error.error === 'own_item'
      return isOwn ? `${failures[way]} ${error.message}` : failures[way]
    },
  })
  async function decide(rows: readonly Submission[], reason = '') {
    const decision = { way, rows, reason }
    useSent.setState(({ decisions }) => ({ decisions: [...decisions, decision] }))
    const settle = () =>
      useSent.setState(({ decisions }) => ({ decisions: decisions.filter((one) => one !== decision) }))
    const { done } = await run(decision)
    if (!done) settle()
    void askAnew(queries, 'GET /admin/overview/waiting')
    void inTurn(() => askAnew(queries, LIST)).then(settle) // the lists would show the items as waiting until the answer
    return done
  }
  return { decide, pending }
}

/** A decided item leaves the list of those that wait, and changes its state in the list of all. */
function withDecision(page: Page, isOfAll: boolean, { way, rows, reason }: Decision): Page {
  const ids = new Set(rows.map(({ id }) => id))
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
