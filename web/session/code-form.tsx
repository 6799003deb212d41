import { useState, type FormEvent } from 'react'
import { ApiFailure } from '#web/api/failure.ts'
import { useAction } from '#web/api/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { Fault } from '#web/ui/fault.tsx'
import { Field } from '#web/ui/field.tsx'
import { formText } from '#web/ui/form-text.ts'
import { Input } from '#web/ui/input.tsx'
import { toast } from '#web/ui/toast.ts'
import { signInByCode } from './begin-session.ts'

type Props = {
  /** The token of the first step. */
  token: string
  onSignedIn: () => void
  /** Back to the password, with a reason if the time is over. */
  onBack: (reason?: string) => void
}

const focusOnce = (input: HTMLInputElement | null) => input?.focus()

/** The second step of a sign-in. */
export function CodeForm({ token, onSignedIn, onBack }: Props) {
  const [fault, setFault] = useState('')
  const enter = useAction({
    send: signInByCode,
    loading: 'Signing you in…',
    success: 'Signed in',
    failure: 'Login failed',
  })
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (enter.pending) return
    setFault('')
    const outcome = await enter.run({ token, code: formText(new FormData(event.currentTarget), 'code') })
    if (outcome.done) return onSignedIn()
    toast.remove(outcome.toastId) // at once: the message stands in the form
    const { error, sentence } = outcome
    if (error instanceof ApiFailure && error.error === 'sign_in_again') return onBack(sentence)
    setFault(outcome.fields.code ?? sentence)
  }
  return (
    <form onSubmit={(event) => void submit(event)} className="grid gap-4" aria-label="Second step" noValidate>
      <p className="text-soft">Two-step sign-in is on for this account.</p>
      <Field label="Code from your authenticator app" hint="Without your device, type a recovery code.">
        {(control) => (
          <Input
            {...control}
            ref={focusOnce}
            name="code"
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            aria-invalid={fault ? true : undefined}
            required
          />
        )}
      </Field>
      {fault && <Fault role="alert">{fault}</Fault>}
      <Button type="submit" look="paper" loading={enter.pending}>
        Sign in
      </Button>
      <Button look="ghost" onClick={() => onBack()}>
        Back
      </Button>
    </form>
  )
}
