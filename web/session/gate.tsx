import { useEffect, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { Button } from '#web/ui/button.tsx'
import { useSession } from './session.ts'
import { openSignIn } from './sign-in-dialog.ts'

/** What needs an account opens the sign-in for guests who come, and goes on here afterwards; who signs out here is left alone. */
export function Gate({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  const signedIn = useSession((session) => session.auth !== null)
  useEffect(() => {
    if (!useSession.getState().auth) openSignIn()
  }, [pathname])
  if (signedIn) return children
  return (
    <div className="wrap grid justify-items-start gap-5 py-16">
      <p className="text-lg">Please log in to access this feature</p>
      <Button look="paper" onClick={() => openSignIn()}>
        Sign in
      </Button>
    </div>
  )
}
