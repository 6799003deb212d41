import { Button } from '#web/ui/button.tsx'
import { openSignIn } from './sign-in-dialog.ts'

/** Replaces something that guests can't use. */
export const SignInFirst = () => (
  <div className="grid justify-items-start gap-5">
    <p className="text-lg">Please log in to access this feature</p>
    <Button look="paper" onClick={() => openSignIn()}>
      Sign in
    </Button>
  </div>
)
