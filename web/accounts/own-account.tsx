import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Me } from '#contract/accounts.ts'
import { call } from '#web/api/call.ts'
import { apiQuery } from '#web/api/tools.ts'
import { Failed } from '#web/ui/failed.tsx'
import { TextSkeleton } from '#web/ui/skeleton.tsx'

/** Loads the own account for a tab. */
export function OwnAccount({ children }: { children: (me: Me) => ReactNode }) {
  const { data: me, isError, refetch } = useQuery(apiQuery(call, 'GET /me', undefined))
  if (me) return children(me)
  if (isError) return <Failed again={refetch}>Couldn’t load your account.</Failed>
  return (
    <div role="status" aria-busy aria-label="Loading your account">
      <TextSkeleton lines={6} className="max-w-150" />
    </div>
  )
}
