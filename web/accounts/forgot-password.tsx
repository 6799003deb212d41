import { CircleAlert } from '#web/ui/icons.ts'
import { useState } from 'react'
import { emailLimits } from '#contract/limits.ts'
import { callAsGuest } from '#web/api/call.ts'
import { useForm } from '#web/forms/use-form.ts'
import { Link } from '#web/link.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Field } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Input } from '#web/ui/input.tsx'
import { NeedsScript } from '#web/ui/needs-script.tsx'
import { NarrowPage } from './narrow-page.tsx'

export function Component() {
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [isAnother, setIsAnother] = useState(false)
  const another = () => {
    setIsAnother(true)
    setSentTo(null)
  }
  if (sentTo !== null) return <LinkSent to={sentTo} onAnother={another} />
  return (
    <NarrowPage key="ask" title="Forgot password?" answers={isAnother}>
      <AskForLink onSent={setSentTo} />
    </NarrowPage>
  )
}

function AskForLink({ onSent }: { onSent: (email: string) => void }) {
  const form = useForm({
    start: { email: '' },
    checks: { email: emailLimits },
    action: {
      send: ({ email }) => callAsGuest('POST /auth/forgot-password', { body: { email } }),
      failure: 'The mail could not be sent. Try again.',
    },
    onDone: (_, { email }) => onSent(email.trim()),
    asksBeforeLeaving: false, // a single word is quickly typed again
  })
  return (
    <form {...form.props} className="grid gap-5" aria-label="Forgot password">
      <NeedsScript />
      <p className="text-soft">Tell us your email, and we mail you a link that sets a new password.</p>
      <Field label="Email" error={form.errors.email}>
        {(control) => <Input {...control} {...form.input('email')} type="email" autoComplete="username" required />}
      </Field>
      {form.failure && (
        <p className="flex items-start gap-2 text-bad">
          <Icon of={CircleAlert} size={18} className="mt-0.5 flex-none" />
          {form.failure}
        </p>
      )}
      <Button {...form.submit} look="paper">
        Send the link
      </Button>
      <p className="text-soft">
        Remembered it?{' '}
        <Link to={paths.login()} className="font-semibold text-ink underline">
          Sign in
        </Link>
      </p>
    </form>
  )
}

/** The text is the same whether or not an account has the address. */
const LinkSent = ({ to, onAnother }: { to: string; onAnother: () => void }) => (
  <NarrowPage key="sent" title="Check your mail" answers>
    <p className="text-soft">
      If an account has the address <strong className="wrap-anywhere text-ink">{to}</strong>, a link is on its way. It
      works once, for one hour. No mail? Check your junk folder and the address.
    </p>
    <div className="flex flex-wrap gap-3">
      <Link to={paths.login()} className={buttonClass({ look: 'rail' })}>
        Back to sign in
      </Link>
      <Button look="ghost" onClick={onAnother}>
        Try another address
      </Button>
    </div>
  </NarrowPage>
)
