import { useWatch } from 'react-hook-form'
import { newPasswordLimits } from '#contract/limits.ts'
import { useForm } from '#web/forms/use-form.ts'
import { useNavigate } from '#web/router/hooks.ts'
import { paths } from '#web/paths.ts'
import { signOut } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { NewPassword, RepeatedPassword } from './new-password-fields.tsx'

type Props = {
  label: string
  send: (password: string) => Promise<unknown>
  success: string
  failure: string
  /** Shows a refused link. */
  refused: (sentence: string) => React.ReactNode
}

/** A new password by a mailed link. It ends all sessions and leads to the sign-in. */
export function NewPasswordForm({ label, send, success, failure, refused }: Props) {
  const navigate = useNavigate()
  const form = useForm({
    start: { password: '', confirm: '' },
    checks: {
      password: newPasswordLimits,
      confirm: (confirm, { password }) => (confirm === password ? undefined : 'Passwords don’t match.'),
    },
    action: { send: ({ password }) => send(password), loading: 'Saving your password…', success, failure },
    onDone: () => {
      signOut() // the server has ended the sessions on all devices
      return navigate(paths.login(), { replace: true }) // the token leaves the history
    },
    asksBeforeLeaving: false,
  })
  const { errors } = form
  const password = useWatch({ control: form.control, name: 'password' })
  return (
    <form {...form.props} className="grid gap-5" aria-label={label}>
      <p className="text-soft">All devices that are signed in will be signed out.</p>
      <NewPassword label="New password" error={errors.password} input={form.input('password')} typed={password} />
      <RepeatedPassword label="Confirm password" error={errors.confirm} input={form.input('confirm')} />
      {form.failure && refused(form.failure)}
      <Button {...form.submit} look="paper">
        {label}
      </Button>
    </form>
  )
}
