import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { Submission } from '#contract/submission.ts'
import { call } from '#web/api/call.ts'
import { kinds } from '#web/items/kinds.ts'

type Row = Pick<Submission, 'id' | 'kind' | 'version'>

/** Packs and kits answer alike. */
const verifyCall = ({ kind }: Row) => `GET /admin/${kinds[kind].many}/:id/verify` as 'GET /admin/packs/:id/verify'

/** The findings in a version of a pack or kit are kept until the page is left. */
const verifyQuery = (row: Row) => ({
  queryKey: [verifyCall(row), row.id, row.version],
  queryFn: () => call(verifyCall(row), { params: { id: row.id } }),
  staleTime: Infinity,
  gcTime: Infinity,
})

/** Runs when it is asked to: it decodes every sound. */
export const useVerify = (row: Row) => useQuery({ ...verifyQuery(row), enabled: false, retry: false })

const found = (queries: QueryClient, row: Row) =>
  queries.getQueryData<Awaited<ReturnType<ReturnType<typeof verifyQuery>['queryFn']>>>(verifyQuery(row).queryKey)

/** Undefined before the pack or kit was verified. */
export const useIssues = (row: Row) => useVerify(row).data?.issues

/** The number of issues that were found in these items and are still open. */
export function useOpenIssues() {
  const queries = useQueryClient()
  return (rows: readonly Row[]) => rows.reduce((sum, row) => sum + (found(queries, row)?.issues.length ?? 0), 0)
}
