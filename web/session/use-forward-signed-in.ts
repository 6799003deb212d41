import { useEffect } from 'react'
import { useLocation, useNavigate } from '#web/router/hooks.ts'
import { useSession } from './session.ts'

/** The state of a page that refuses a signed-in visitor. The sign-in then lets the visitor change the account. */
export const mayChangeAccount = { mayChangeAccount: true }

/** Sends a visitor who is signed in already on to the page that follows the form. */
export function useForwardSignedIn(to: string) {
  const navigate = useNavigate()
  const { state } = useLocation()
  const refused = (state as Partial<typeof mayChangeAccount> | null)?.mayChangeAccount
  useEffect(() => {
    if (useSession.getState().auth && !refused) void navigate(to, { replace: true })
  }, [navigate, refused, to])
}
