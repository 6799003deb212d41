import { CircleAlert } from '#web/ui/icons.ts'
import { useState, type FormEvent, type ReactNode } from 'react'
import { detailsOf } from '#web/api/failure.ts'
import { useAction } from '#web/api/use-action.ts'
import { Link } from '#web/link.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { formText } from '#web/ui/form-text.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Input } from '#web/ui/input.tsx'
import { PasswordInput } from '#web/ui/password-input.tsx'
import { NeedsScript } from '#web/ui/needs-script.tsx'
import { toast } from '#web/ui/toast.ts'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { CodeForm } from './code-form.tsx'
import { GoogleButton } from './google-button.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { signIn } from './begin-session.ts'
import { closeSignIn } from './sign-in-dialog.ts'

const focusOnce = (message: HTMLElement | null) => message?.focus()

type Credentials = Parameters<typeof signIn>[0]

/** Null after the sign-in, or the token for the second step. */
const firstStep = (credentials: Credentials) =>
  signIn(credentials).then(
    () => null,
    (error: unknown) => {
      const next = detailsOf('POST /auth/login', error, 'second_step_needed')
      if (!next) throw error
      return next.token
    },
  )

type Props = {
  onSignedIn: () => void
  /** The page after a sign-in with Google. Without it the form has no such button. */
  next?: string
  /** An address that is known already. */
  email?: string
  /** The link to the registration. */
  signUp?: ReactNode
}

/** The form of the dialog, of /login, and of everything that asks somebody to sign in first. */
export function SignInForm({ onSignedIn, next, email, signUp }: Props) {
  const hydrated = useHydrated()
  const [fields, setFields] = useState<Record<string, string>>({})
  const [failure, setFailure] = useState('')
  /** The first step is done. */
  const [token, setToken] = useState<string | null>(null)
  const enter = useAction({
    send: firstStep,
    loading: 'Signing you in…',
    failure: 'Login failed',
  })

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (enter.pending) return
    const form = new FormData(event.currentTarget)
    setFields({})
    setFailure('')
    const outcome = await enter.run({ email: formText(form, 'email'), password: formText(form, 'password') })
    if (outcome.done && outcome.result !== null) return setToken(outcome.result)
    if (outcome.done) {
      toast.success('Signed in')
      return onSignedIn()
    }
    toast.remove(outcome.toastId) // at once: the message stands in the form
    setFields(outcome.fields)
    setFailure(outcome.sentence)
  }
  if (token !== null) {
    const back = (reason = '') => {
      setToken(null)
      setFailure(reason)
    }
    return <CodeForm token={token} onSignedIn={onSignedIn} onBack={back} />
  }
  return (
    <form onSubmit={(event) => void submit(event)} className="grid gap-4" aria-label="Sign in" method="post">
      <NeedsScript />
      <Field label="Email" error={fields.email}>
        {(control) => (
          <Input {...control} type="email" name="email" defaultValue={email} autoComplete="username" required />
        )}
      </Field>
      <Field label="Password" error={fields.password}>
        {(control) => <PasswordInput {...control} name="password" autoComplete="current-password" required />}
      </Field>
      {failure && !fields.email && !fields.password && (
        <p ref={focusOnce} tabIndex={-1} role="alert" className="flex items-start gap-2 text-bad">
          <Icon of={CircleAlert} size={18} className="mt-0.5 flex-none" />
          {failure}
        </p>
      )}
      <Button type="submit" look="paper" loading={enter.pending} disabled={!hydrated}>
        Sign in
      </Button>
      <Link
        to={paths.forgotPassword()}
        onClick={closeSignIn}
        className="justify-self-start font-semibold text-ink underline"
      >
        Forgot password?
      </Link>
      <PasskeyButton onSignedIn={onSignedIn} />
      {next && <GoogleButton next={next}>Sign in with Google</GoogleButton>}
      {signUp && <p className="text-soft">No account yet? {signUp}</p>}
    </form>
  )
}
