import type { ReactNode } from 'react'
import { useAction } from '#web/api/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { leaveForGoogle } from './google.ts'

type Props = {
  /** The page after signing in. */
  next: string
  children: ReactNode
}

/** Signs in with Google. CSS hides it in a shop without Google. */
export function GoogleButton({ next, children }: Props) {
  const leave = useLeaveForGoogle()
  return (
    <div className="with-google">
      <Button className="w-full" loading={leave.pending} onClick={() => void leave.run({ purpose: 'sign-in', next })}>
        <GoogleMark />
        {children}
      </Button>
    </div>
  )
}

export const useLeaveForGoogle = () =>
  useAction({ send: leaveForGoogle, failure: 'Google can’t be reached from here. Try again.' })

export const GoogleMark = () => (
  <svg width="18" height="18" viewBox="0 0 24 24" aria-hidden="true" fill="currentColor">
    <path d="M12.2 10.3v3.8h5.4c-.5 2.4-2.5 3.8-5.4 3.8a5.9 5.9 0 1 1 3.9-10.3l2.8-2.8A9.9 9.9 0 1 0 12.2 22c5.7 0 9.5-4 9.5-9.7 0-.7-.1-1.3-.2-2z" />
  </svg>
)
