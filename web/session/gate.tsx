import { useEffect, type ReactNode } from 'react'
import { paths } from '#web/paths.ts'
import { useNavigate } from '#web/router/hooks.ts'
import { SignInFirst } from './sign-in-first.tsx'
import { useSession } from './session.ts'
import { useSignInOnArrival } from './use-sign-in-on-arrival.ts'

/** Shows its children only to signed-in visitors. Banned ones learn why they don't see this page. */
export const Gate = ({ children }: { children: ReactNode }) => {
  const banned = useSession((session) => Boolean(session.auth?.bannedAt))
  return <GateOfBanned>{banned ? <ToBanned /> : children}</GateOfBanned>
}

/** The gate of pages that a banned person still has. */
export function GateOfBanned({ children }: { children: ReactNode }) {
  const signedIn = useSignInOnArrival()
  if (signedIn) return children
  return (
    <div className="wrap py-16">
      <SignInFirst />
    </div>
  )
}

function ToBanned() {
  const navigate = useNavigate()
  useEffect(() => void navigate(paths.banned(), { replace: true }), [navigate])
  return null
}
