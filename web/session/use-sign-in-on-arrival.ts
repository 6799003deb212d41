import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { useSession } from './session.ts'
import { closeSignIn, openSignIn } from './sign-in-dialog.ts'

/** Guests who come are asked to sign in, and go on here afterwards; who signs out here is left alone. True when signed in. */
export function useSignInOnArrival() {
  const { pathname } = useLocation()
  useEffect(() => {
    if (useSession.getState().auth) return
    openSignIn()
    return closeSignIn // who leaves has answered
  }, [pathname])
  return useSession((session) => session.auth !== null)
}
