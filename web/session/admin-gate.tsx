import { useQuery } from '@tanstack/react-query'
import { useEffect, type ReactNode } from 'react'
import { call } from '#web/api/call.ts'
import { apiQuery } from '#web/api/tools.ts'
import { paths } from '#web/paths.ts'
import { useLocation, useNavigate } from '#web/router/hooks.ts'
import { useSession } from './session.ts'
import { mayChangeAccount } from './use-forward-signed-in.ts'

/** Shows its children to admins and sends other visitors to sign in. The server checks every admin call itself. */
export function AdminGate({ children }: { children: ReactNode }) {
  const { pathname, search } = useLocation()
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
  // the answer of the last account outlasts a sign-out in another tab
  if (signedIn && me?.roles.includes('ROLE_ADMIN')) return children
  return <ToSignIn to={paths.login(pathname + search)} state={signedIn && mayChangeAccount} />
}

function ToSignIn({ to, state }: { to: string; state: unknown }) {
  const navigate = useNavigate()
  useEffect(() => void navigate(to, { state, replace: true }), [navigate, state, to])
  return null
}
