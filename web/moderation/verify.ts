import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { Submission } from '#contract/moderation.ts'
import { call } from '#web/api/call.ts'

type Row = Pick<Submission, 'id' | 'kind' | 'version'>

/** The findings in a version of a pack are kept until the page is left. */
const verifyQuery = ({ id, version }: Row) => ({
  queryKey: ['GET /admin/packs/:id/verify', id, version],
  queryFn: () => call('GET /admin/packs/:id/verify', { params: { id } }),
  staleTime: Infinity,
  gcTime: Infinity,
})

/** Runs when it is asked to: it decodes every track. */
export const useVerify = (row: Row) => useQuery({ ...verifyQuery(row), enabled: false, retry: false })

const found = (queries: QueryClient, row: Row) =>
  queries.getQueryData<Awaited<ReturnType<ReturnType<typeof verifyQuery>['queryFn']>>>(verifyQuery(row).queryKey)

/** Undefined before the pack was verified. */
export const useIssues = (row: Row) => useVerify(row).data?.issues

/** The number of issues that were found in these items and are still open. */
export function useOpenIssues() {
  const queries = useQueryClient()
  return (rows: readonly Row[]) => rows.reduce((sum, row) => sum + (found(queries, row)?.issues.length ?? 0), 0)
}
