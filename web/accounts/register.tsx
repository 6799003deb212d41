import '#web/api/zod-without-eval.ts'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { Registration } from '#contract/accounts.ts'
import { ApiFailure, sentenceOf } from '#web/api/failure.ts'
import { Link } from '#web/link.tsx'
import { paths } from '#web/paths.ts'
import { GoogleButton } from '#web/session/google-button.tsx'
import { register } from '#web/session/session.ts'
import { openSignIn } from '#web/session/sign-in-dialog.ts'
import { useForwardSignedIn } from '#web/session/use-forward-signed-in.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Field } from '#web/ui/field.tsx'
import { focusFirstFault } from '#web/ui/focus-first-fault.ts'
import { formText } from '#web/ui/form-text.ts'
import { Input } from '#web/ui/input.tsx'
import { PasswordInput } from '#web/ui/password-input.tsx'
import { toast } from '#web/ui/toast.ts'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { forgetReferralCode, referralCode } from './referral.ts'
import { StrengthMeter } from './strength-meter.tsx'

type Form = Registration & { confirm: string; agree: boolean }
type Errors = Partial<Record<keyof Form, string>>

const read = (form: FormData): Form => ({
  email: formText(form, 'email'),
  displayName: formText(form, 'displayName'),
  password: formText(form, 'password'),
  confirm: formText(form, 'confirm'),
  agree: form.has('agree'),
  updates: form.has('updates'),
})

/** What the server would say of it, and the two questions that only this page asks. */
function faultsOf({ confirm, agree, ...registration }: Form): Errors {
  const errors: Errors = {}
  const parsed = Registration.safeParse(registration)
  for (const { path, message } of parsed.error?.issues ?? []) errors[path[0] as keyof Form] ??= message
  if (confirm !== registration.password) errors.confirm = 'Passwords don’t match.'
  if (!agree) errors.agree = 'You must accept the Terms.'
  return errors
}

export function Component() {
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const [password, setPassword] = useState('') // for the meter; the form itself holds what is typed, even before it is alive
  const passwordInput = useRef<HTMLInputElement>(null)
  const [errors, setErrors] = useState<Errors>({})
  const [busy, setBusy] = useState(false)
  const hydrated = useHydrated()
  const ref = query.get('ref')
  useForwardSignedIn(paths.profile('me'))
  useEffect(() => void referralCode(ref), [ref]) // kept at once: the visitor may look around first

  useEffect(() => setPassword(passwordInput.current?.value ?? ''), [])

  const mend = ({ target }: FormEvent<HTMLFormElement>) =>
    setErrors(({ [(target as HTMLInputElement).name as keyof Form]: _mended, ...others }) => others)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const form = read(new FormData(event.currentTarget))
    const faults = faultsOf(form)
    setErrors(faults)
    if (Object.keys(faults).length) return focusFirstFault(event.currentTarget, faults)
    setBusy(true)
    const id = toast.loading('Creating account...')
    try {
      const { email, displayName, password, updates } = form
      const code = referralCode(ref)
      await register({ email, displayName, password, updates, ...(code && { referralCode: code }) })
      forgetReferralCode()
      toast.success('Account created!', { id })
      await navigate(paths.profile('me'))
    } catch (error) {
      toast.error(sentenceOf(error, 'Something went wrong. Try again.'), { id })
      if (error instanceof ApiFailure) setErrors(error.fields)
      setBusy(false)
    }
  }

  return (
    <div className="wrap grid max-w-[584px] gap-7 pt-12 md:pt-16">
      <h1 className="disp text-[44px] md:text-[64px]">Sign up</h1>
      <form
        noValidate
        onSubmit={(event) => void submit(event)}
        onChange={mend}
        className="grid gap-5"
        aria-label="Sign up"
        method="post"
      >
        <Field label="Email" error={errors.email}>
          {(control) => <Input {...control} name="email" type="email" autoComplete="email" required />}
        </Field>
        <Field
          label="Display name"
          hint="Your handle: 3 to 30 letters, digits, dots, dashes or underscores."
          error={errors.displayName}
        >
          {(control) => (
            <Input
              {...control}
              name="displayName"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              required
            />
          )}
        </Field>
        <Field label="Password" error={errors.password}>
          {(control) => (
            <>
              <PasswordInput
                {...control}
                name="password"
                ref={passwordInput}
                onChange={(event) => setPassword(event.target.value)}
                autoComplete="new-password"
                placeholder="At least 8 characters"
                required
              />
              <StrengthMeter password={password} />
            </>
          )}
        </Field>
        <Field label="Confirm password" error={errors.confirm}>
          {(control) => <PasswordInput {...control} name="confirm" autoComplete="new-password" required />}
        </Field>
        <div className="grid gap-3">
          <Checkbox
            name="agree"
            aria-invalid={errors.agree ? true : undefined}
            aria-describedby={errors.agree && 'agree-error'}
          >
            <span>
              I agree to the <TermsLink to={paths.terms()}>Terms</TermsLink> and the{' '}
              <TermsLink to={paths.privacy()}>Privacy Policy</TermsLink>
            </span>
          </Checkbox>
          {errors.agree && (
            <p id="agree-error" className="text-sm text-bad">
              {errors.agree}
            </p>
          )}
          <Checkbox name="updates">Send me news about Slide (optional)</Checkbox>
        </div>
        <Button type="submit" look="paper" loading={busy} disabled={!hydrated}>
          Create account
        </Button>
        <GoogleButton>Continue with Google</GoogleButton>
        <p className="text-soft">
          Have an account already?{' '}
          <button
            type="button"
            className="font-semibold text-ink underline"
            onClick={() => openSignIn({ next: paths.profile('me') })}
          >
            Sign in
          </button>
        </p>
      </form>
    </div>
  )
}

const TermsLink = ({ to, children }: { to: string; children: string }) => (
  <Link to={to} target="_blank" className="font-semibold text-ink underline">
    {children}
    <span className="sr-only"> (opens in a new tab)</span>
  </Link>
)
