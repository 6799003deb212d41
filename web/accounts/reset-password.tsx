import { CircleAlert } from '#web/ui/icons.ts'
import { useWatch } from 'react-hook-form'
import { useNavigate, useLocation } from '#web/router/hooks.ts'
import { newPasswordLimits } from '#contract/limits.ts'
import { callAsGuest } from '#web/api/call.ts'
import { useForm } from '#web/forms/use-form.ts'
import { Link } from '#web/link.tsx'
import { paths } from '#web/paths.ts'
import { signOut } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { PasswordInput } from '#web/ui/password-input.tsx'
import { NarrowPage } from './narrow-page.tsx'
import { StrengthMeter } from './strength-meter.tsx'

export function Component() {
  const navigate = useNavigate()
  const query = new URLSearchParams(useLocation().search)
  const form = useForm({
    start: { password: '', confirm: '' },
    checks: {
      password: newPasswordLimits,
      confirm: (confirm, { password }) => (confirm === password ? undefined : 'Passwords don’t match.'),
    },
    action: {
      send: ({ password }) =>
        callAsGuest('POST /auth/reset-password', { body: { token: query.get('token') ?? '', password } }),
      loading: 'Saving your password…',
      success: 'Password changed. Sign in with it.',
      failure: 'Your password could not be changed. Try again.',
    },
    onDone: () => {
      signOut() // the server has ended the sessions on all devices
      return navigate(paths.login(), { replace: true }) // the token leaves the history
    },
    asksBeforeLeaving: false,
  })
  const { errors } = form
  const token = query.get('token')
  const password = useWatch({ control: form.control, name: 'password' })
  if (!token)
    return (
      <NarrowPage title="New password">
        <BadLink>This link is not valid. Copy it whole from the mail.</BadLink>
      </NarrowPage>
    )
  return (
    <NarrowPage title="New password">
      <form {...form.props} className="grid gap-5" aria-label="Change password">
        <p className="text-soft">All devices that are signed in will be signed out.</p>
        <Field label="New password" error={errors.password}>
          {(control) => (
            <>
              <PasswordInput
                {...control}
                {...form.input('password')}
                autoComplete="new-password"
                placeholder="At least 8 characters"
                required
              />
              <StrengthMeter password={password ?? ''} />
            </>
          )}
        </Field>
        <Field label="Confirm password" error={errors.confirm}>
          {(control) => <PasswordInput {...control} {...form.input('confirm')} autoComplete="new-password" required />}
        </Field>
        {form.failure && !errors.password && <BadLink>{form.failure}</BadLink>}
        <Button {...form.submit} look="paper">
          Change password
        </Button>
      </form>
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
