import { useState } from 'react'
import type { Me } from '#contract/accounts.ts'
import { emailLimits } from '#contract/limits.ts'
import { REST_HOURS } from '#contract/payout-values.ts'
import { call } from '#web/api/call.ts'
import { useForm } from '#web/forms/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Fault } from '#web/ui/fault.tsx'
import { Field } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { MailQuestionMark } from '#web/ui/icons.ts'
import { Input } from '#web/ui/input.tsx'
import { PasswordInput } from '#web/ui/password-input.tsx'
import { CodeField, useTwoStep } from '#web/session/code-field.tsx'
import { useProof } from '#web/session/use-proof.tsx'
import { OwnAccount } from './own-account.tsx'
import { UnconfirmedEmail } from './unconfirmed-email.tsx'

export const Component = () => <OwnAccount>{(me) => <Email me={me} />}</OwnAccount>

function Email({ me }: { me: Me }) {
  const twoStep = useTwoStep()
  const proof = useProof()
  const [sentTo, setSentTo] = useState('')
  const form = useForm({
    start: { email: '', password: '', code: '' },
    checks: {
      email: emailLimits,
      password: (typed) => (typed || proof.isGiven() ? undefined : 'Password is required.'),
      code: (typed) => (typed || !twoStep || proof.isGiven() ? undefined : 'Enter the code.'),
    },
    action: {
      send: ({ email, ...typed }) => call('PATCH /me/email', { body: { email, ...proof.take(typed) } }),
      success: 'Sent. Check your mail.',
      failure: 'Couldn’t update email.',
    },
    onDone: (_, { email }) => {
      setSentTo(email.trim())
      form.keep('email', '')
      form.keep('password', '')
      form.keep('code', '')
    },
  })
  return (
    <div className="grid max-w-140 gap-5">
      {!me.emailVerified && <UnconfirmedEmail email={me.email} />}
      <p className="text-soft">
        Your email is <strong className="wrap-anywhere text-ink">{me.email}</strong>. It changes when you press the link
        in our mail to the new address. The old address can undo that for seven days, and payouts rest for {REST_HOURS}{' '}
        hours.
      </p>
      {sentTo && (
        <p role="status" className="flex items-start gap-2.5 rounded-md bg-curb px-4 py-3 text-soft">
          <Icon of={MailQuestionMark} size={20} className="mt-0.5 flex-none" />
          <span>
            We wrote to <strong className="wrap-anywhere text-ink">{sentTo}</strong>. Press the link there within 24
            hours.
          </span>
        </p>
      )}
      <form {...form.props} aria-label="Email" className="grid gap-5">
        <Field label="New email" error={form.errors.email}>
          {(control) => <Input {...control} {...form.input('email')} type="email" autoComplete="email" required />}
        </Field>
        <Field label="Current password" error={form.errors.password}>
          {(control) => (
            <PasswordInput {...control} {...form.input('password')} autoComplete="current-password" required />
          )}
        </Field>
        <CodeField isOn={twoStep} error={form.errors.code} input={form.input('code')} />
        {proof.button}
        {form.failure && <Fault role="alert">{form.failure}</Fault>}
        <Button {...form.submit} look="paper" className="justify-self-start">
          Save Email
        </Button>
      </form>
    </div>
  )
}
