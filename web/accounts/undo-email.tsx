import { useLocation } from '#web/router/hooks.ts'
import { callAsGuest } from '#web/api/call.ts'
import { Link } from '#web/link.tsx'
import { paths } from '#web/paths.ts'
import { Fault } from '#web/ui/fault.tsx'
import { NarrowPage } from './narrow-page.tsx'
import { NewPasswordForm } from './new-password-form.tsx'

/** Gets a former address back. Somebody else may know the password, so it changes with it. */
export function Component() {
  const token = new URLSearchParams(useLocation().search).get('token') ?? ''
  return (
    <NarrowPage title="Undo the change">
      <p className="text-soft">Your account gets its former email back. Choose a new password for it.</p>
      <NewPasswordForm
        label="Undo and change password"
        send={(password) => callAsGuest('POST /auth/undo-email', { body: { token, password } })}
        success="Your email is back. Sign in with the new password."
        failure="The change could not be undone. Try again."
        refused={(sentence) => (
          <>
            <Fault role="alert">{sentence}</Fault>
            <Link to={paths.contact()} className="justify-self-start font-semibold text-ink underline">
              Write to us
            </Link>
          </>
        )}
      />
    </NarrowPage>
  )
}
