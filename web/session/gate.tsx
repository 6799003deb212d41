import { useEffect, type ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { useSession } from './session.ts'
import { openSignIn } from './sign-in-dialog.ts'

/** What needs an account opens the sign-in at once, and goes on here afterwards. */
export function Gate({ children }: { children: ReactNode }) {
  const signedIn = useSession((session) => session.auth !== null)
  useEffect(() => {
    if (!signedIn) openSignIn()
  }, [signedIn])
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
