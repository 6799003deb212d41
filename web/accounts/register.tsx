import { useEffect } from 'react'
import { useWatch } from 'react-hook-form'
import { useNavigate, useLocation } from '#web/router/hooks.ts'
import { emailLimits, handleLimits, newPasswordLimits } from '#contract/limits.ts'
import { useForm } from '#web/forms/use-form.ts'
import { paths, safeNext } from '#web/paths.ts'
import { GoogleButton } from '#web/session/google-button.tsx'
import { register } from '#web/session/begin-session.ts'
import { openSignIn } from '#web/session/sign-in-dialog.ts'
import { useForwardSignedIn } from '#web/session/use-forward-signed-in.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Fault } from '#web/ui/fault.tsx'
import { Input } from '#web/ui/input.tsx'
import { NeedsScript } from '#web/ui/needs-script.tsx'
import { NewPassword, RepeatedPassword } from './new-password-fields.tsx'
import { forgetReferralCode, referralCode } from './referral.ts'
import { Agreements, DisplayName } from './registration-fields.tsx'

export function Component() {
  const navigate = useNavigate()
  const query = new URLSearchParams(useLocation().search)
  const ref = query.get('ref')
  const next = safeNext(query.get('next')) ?? paths.profile('me')
  useForwardSignedIn(next)
  useEffect(() => void referralCode(ref), [ref]) // stored at once, because the visitor may look around first
  const form = useForm({
    start: { email: '', displayName: '', password: '', confirm: '', agree: false, updates: false },
    checks: {
      email: emailLimits,
      displayName: handleLimits,
      password: newPasswordLimits,
      confirm: (confirm, { password }) => (confirm === password ? undefined : 'Passwords don’t match.'),
      agree: (agrees) => (agrees ? undefined : 'You must accept the Terms.'),
    },
    action: {
      send: ({ email, displayName, password, updates }) => {
        const code = referralCode(ref)
        return register({ email, displayName, password, updates, ...(code && { referralCode: code }) })
      },
      loading: 'Creating account...',
      success: 'Account created!',
      failure: 'Something went wrong. Try again.',
    },
    onDone: () => {
      forgetReferralCode()
      return navigate(next)
    },
    asksBeforeLeaving: false, // going to the sign-in is no accident, so leaving does not ask
  })
  const { errors } = form
  const password = useWatch({ control: form.control, name: 'password' })

  return (
    <div className="wrap grid max-w-[584px] gap-7 pt-12 md:pt-16">
      <h1 className="disp text-[44px] md:text-[64px]">Sign up</h1>
      <form {...form.props} className="grid gap-5" aria-label="Sign up">
        <NeedsScript />
        <Field label="Email" error={errors.email}>
          {(control) => <Input {...control} {...form.input('email')} type="email" autoComplete="email" required />}
        </Field>
        <DisplayName error={errors.displayName} input={form.input('displayName')} />
        <NewPassword label="Password" error={errors.password} input={form.input('password')} typed={password} />
        <RepeatedPassword label="Confirm password" error={errors.confirm} input={form.input('confirm')} />
        <Agreements agree={form.input('agree')} updates={form.input('updates')} error={errors.agree} />
        {form.failure && <Fault role="alert">{form.failure}</Fault>}
        <Button {...form.submit} look="paper">
          Create account
        </Button>
        <GoogleButton next={next}>Continue with Google</GoogleButton>
        <p className="text-soft">
          Have an account already?{' '}
          <button type="button" className="font-semibold text-ink underline" onClick={() => openSignIn({ next })}>
            Sign in
          </button>
        </p>
      </form>
    </div>
  )
}
