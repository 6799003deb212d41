import { useEffect } from 'react'
import { useLocation } from '#web/router/hooks.ts'
import { useSession } from './session.ts'
import { closeSignIn, openSignIn } from './sign-in-dialog.ts'

/**
 * Asks arriving guests to sign in, and lets them continue here. Visitors who sign out here are not asked. Returns true
 * when signed in.
 */
export function useSignInOnArrival() {
  const { pathname } = useLocation()
  useEffect(() => {
    if (useSession.getState().auth) return
    openSignIn()
    return closeSignIn // closes the dialog when the guest leaves
  }, [pathname])
  return useSession((session) => session.auth !== null)
}
