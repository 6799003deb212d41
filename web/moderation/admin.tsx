import { useQuery } from '@tanstack/react-query'
import { Navigate } from 'react-router'
import { call } from '#web/api/call.ts'
import { apiQuery } from '#web/api/tools.ts'
import { paths } from '#web/paths.ts'
import { Component as NotOpenYet } from '#web/session/not-open-yet.tsx'
import { useSession } from '#web/session/session.ts'
import { asSomebodyElse } from '#web/session/use-forward-signed-in.ts'

/** Admins only; the server guards every call behind it as well. */
export function Component() {
  const signedIn = useSession((session) => session.auth !== null)
  const { data: me, isPending } = useQuery({
    ...apiQuery(call, 'GET /auth/me', undefined),
    enabled: signedIn,
    retry: false,
  })
  if (signedIn && isPending)
    return (
      <p role="status" className="wrap py-16 text-lg text-soft">
        Checking access…
      </p>
    )
  if (!me?.roles.includes('ROLE_ADMIN')) return <Navigate to={paths.login('/admin')} state={asSomebodyElse} replace />
  return <NotOpenYet />
}
