import { CircleAlert } from '#web/ui/icons.ts'
import { useLocation } from '#web/router/hooks.ts'
import { callAsGuest } from '#web/api/call.ts'
import { Link } from '#web/link.tsx'
import { paths } from '#web/paths.ts'
import { Icon } from '#web/ui/icon.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { NarrowPage } from './narrow-page.tsx'
import { NewPasswordForm } from './new-password-form.tsx'

export function Component() {
  const token = new URLSearchParams(useLocation().search).get('token') ?? ''
  const hydrated = useHydrated() // the server never sees the token
  return (
    <NarrowPage title="New password">
      {token || !hydrated ? (
        <NewPasswordForm
          label="Change password"
          send={(password) => callAsGuest('POST /auth/reset-password', { body: { token, password } })}
          success="Password changed. Sign in with it."
          failure="Your password could not be changed. Try again."
          refused={(sentence) => <BadLink>{sentence}</BadLink>}
        />
      ) : (
        <BadLink>This link is not valid. Copy it whole from the mail.</BadLink>
      )}
    </NarrowPage>
  )
}

const BadLink = ({ children }: { children: string }) => (
  <div className="flex items-start gap-2 text-bad">
    <Icon of={CircleAlert} size={18} className="mt-0.5 flex-none" />
    <p>
      {children}{' '}
      <Link to={paths.forgotPassword()} className="font-semibold text-ink underline">
        Ask for a new link
      </Link>
    </p>
  </div>
)
