import { useEffect } from 'react'
import { useLocation, useNavigate } from '#web/router/hooks.ts'
import { Link } from '#web/link.tsx'
import { paths } from '#web/paths.ts'
import { useSession } from '#web/session/session.ts'
import { SignInForm } from '#web/session/sign-in-form.tsx'
import { closeSignIn, useSignInDialog } from '#web/session/sign-in-dialog.ts'
import { Dialog } from '#web/ui/dialog.tsx'

export default function SignInDialog() {
  const { open, reason, next } = useSignInDialog()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  useEffect(() => {
    // after the session has heard of another tab's sign-in; one from here leads on by itself
    const hear = () => useSession.getState().auth || setTimeout(() => useSession.getState().auth && closeSignIn())
    addEventListener('storage', hear)
    return () => removeEventListener('storage', hear)
  }, [])
  const done = () => {
    const isOpen = useSignInDialog.getState().open // its visitor may have closed it meanwhile
    closeSignIn()
    if (next && isOpen) void navigate(next)
  }
  return (
    <Dialog open={open} onOpenChange={(wanted) => !wanted && closeSignIn()} title="Sign in" description={reason}>
      <SignInForm
        next={next ?? pathname + search}
        onSignedIn={done}
        signUp={
          <Link
            to={paths.register(next ?? pathname + search)}
            onClick={closeSignIn}
            className="font-semibold text-ink underline"
          >
            Sign up
          </Link>
        }
      />
    </Dialog>
  )
}
