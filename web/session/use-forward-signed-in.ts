import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useSession } from './session.ts'

/** What a page tells the sign-in when it refuses somebody who is signed in: they may come back as somebody else. */
export const asSomebodyElse = { asSomebodyElse: true }

/** Who comes to a form signed in already goes where it would have sent them. */
export function useForwardSignedIn(to: string) {
  const navigate = useNavigate()
  const { state } = useLocation()
  const refused = (state as Partial<typeof asSomebodyElse> | null)?.asSomebodyElse
  useEffect(() => {
    if (useSession.getState().auth && !refused) void navigate(to, { replace: true })
  }, [navigate, refused, to])
}
