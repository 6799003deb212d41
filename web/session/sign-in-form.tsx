import { useState, type FormEvent } from 'react'
import { toast } from '#web/ui/toast.ts'
import { ApiFailure, sentenceOf } from '#web/api/failure.ts'
import { Link } from '#web/link.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { formText } from '#web/ui/form-text.ts'
import { Input } from '#web/ui/input.tsx'
import { PasswordInput } from '#web/ui/password-input.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { GoogleButton } from './google-button.tsx'
import { signIn } from './session.ts'
import { closeSignIn } from './sign-in-dialog.ts'

/** Used in the dialog and on /login. `signUp` is the link to the registration. */
export function SignInForm({ onSignedIn, signUp }: { onSignedIn: () => void; signUp: React.ReactNode }) {
  const [busy, setBusy] = useState(false)
  const hydrated = useHydrated()
  const [fields, setFields] = useState<Record<string, string>>({})

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const form = new FormData(event.currentTarget)
    setBusy(true)
    setFields({})
    const id = toast.loading('Signing you in…')
    try {
      await signIn({ email: formText(form, 'email'), password: formText(form, 'password') })
      toast.success('Signed in', { id })
      onSignedIn()
    } catch (error) {
      toast.error(sentenceOf(error, 'Login failed'), { id })
      if (error instanceof ApiFailure) setFields(error.fields)
      setBusy(false)
    }
  }
  return (
    <form onSubmit={(event) => void submit(event)} className="grid gap-4" aria-label="Sign in" method="post">
      <Field label="Email" error={fields.email}>
        {(control) => <Input {...control} type="email" name="email" autoComplete="username" required />}
      </Field>
      <Field label="Password" error={fields.password}>
        {(control) => <PasswordInput {...control} name="password" autoComplete="current-password" required />}
      </Field>
      <Button type="submit" look="paper" loading={busy} disabled={!hydrated}>
        Sign in
      </Button>
      <Link
        to={paths.forgotPassword()}
        onClick={closeSignIn}
        className="justify-self-start font-semibold text-ink underline"
      >
        Forgot password?
      </Link>
      <GoogleButton>Sign in with Google</GoogleButton>
      <p className="text-soft">No account yet? {signUp}</p>
    </form>
  )
}
