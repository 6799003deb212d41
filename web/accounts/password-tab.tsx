import { useWatch } from 'react-hook-form'
import { newPasswordLimits } from '#contract/limits.ts'
import { call } from '#web/api/call.ts'
import { useForm } from '#web/forms/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Fault } from '#web/ui/fault.tsx'
import { Field } from '#web/ui/field.tsx'
import { PasswordInput } from '#web/ui/password-input.tsx'
import { CodeField, useTwoStep } from '#web/session/code-field.tsx'
import { useProof } from '#web/session/use-proof.tsx'
import { NewPassword, RepeatedPassword } from './new-password-fields.tsx'

export function Component() {
  const twoStep = useTwoStep()
  const proof = useProof()
  const form = useForm({
    start: { currentPassword: '', newPassword: '', confirm: '', code: '' },
    checks: {
      currentPassword: (typed) => (typed || proof.isGiven() ? undefined : 'Password is required.'),
      newPassword: newPasswordLimits,
      confirm: (confirm, { newPassword }) => (confirm === newPassword ? undefined : 'New passwords do not match.'),
      code: (typed) => (typed || !twoStep || proof.isGiven() ? undefined : 'Enter the code.'),
    },
    action: {
      send({ currentPassword, newPassword, code }) {
        const { password, ...rest } = proof.take({ password: currentPassword, code })
        return call('PATCH /me/password', {
          body: { newPassword, ...rest, ...(password && { currentPassword: password }) },
        })
      },
      success: 'Password changed. All other devices were signed out.',
      failure: 'Couldn’t update password.',
    },
    onDone: () => {
      for (const name of ['currentPassword', 'newPassword', 'confirm', 'code'] as const) form.keep(name, '')
    },
  })
  const { errors } = form
  const [password, confirm] = useWatch({ control: form.control, name: ['newPassword', 'confirm'] })
  const differ = Boolean(confirm) && confirm !== password
  return (
    <form {...form.props} aria-label="Password" className="grid max-w-140 gap-5">
      <p className="text-soft">All other devices that are signed in will be signed out.</p>
      <Field label="Current password" error={errors.currentPassword}>
        {(control) => (
          <PasswordInput {...control} {...form.input('currentPassword')} autoComplete="current-password" required />
        )}
      </Field>
      <NewPassword label="New password" error={errors.newPassword} input={form.input('newPassword')} typed={password} />
      <RepeatedPassword
        label="Confirm new password"
        error={differ ? 'Passwords do not match' : errors.confirm}
        input={form.input('confirm')}
      />
      <CodeField isOn={twoStep} error={errors.code} input={form.input('code')} />
      {proof.button}
      {form.failure && <Fault role="alert">{form.failure}</Fault>}
      <Button {...form.submit} disabled={form.submit.disabled || differ} look="paper" className="justify-self-start">
        Save Password
      </Button>
    </form>
  )
}
