import { useState, type ReactNode } from 'react'
import { useForm } from '#web/forms/use-form.ts'
import { CodeField, useTwoStep } from '#web/session/code-field.tsx'
import type { Proof } from '#web/session/passkey-device.ts'
import { usePasskeyProof } from '#web/session/use-passkey-proof.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Fault } from '#web/ui/fault.tsx'
import { Field } from '#web/ui/field.tsx'
import { PasswordInput } from '#web/ui/password-input.tsx'
import type { ReadRoute } from '#contract/caller.ts'

type Props<Result> = {
  title: string
  description: string
  action: string
  danger?: boolean
  /** A sentence that has to be agreed to. */
  agreement?: ReactNode
  send: (proof: Proof, agreed: boolean) => Promise<Result>
  success: string
  refresh: readonly ReadRoute[]
  onDone?: (result: Result) => void
}

const FORM = 'with-password'

/** Asks for the password again before something that a stolen session must not do. */
export function PasswordDialog<Result>({ agreement, danger = false, ...props }: Props<Result>) {
  const [open, setOpen] = useState(true)
  const twoStep = useTwoStep()
  const proof = usePasskeyProof()
  const form = useForm({
    start: { password: '', code: '', agreed: false },
    checks: {
      password: (password) => (password || proof.isGiven() ? undefined : 'Password is required.'),
      code: (typed) => (typed || !twoStep || proof.isGiven() ? undefined : 'Enter the code.'),
      agreed: (agreed) => (agreed || !agreement ? undefined : 'Agree to this first.'),
    },
    action: {
      send: ({ agreed, ...typed }) => props.send(proof.take(typed), agreed),
      success: props.success,
      failure: 'That did not work. Try again.',
      refresh: props.refresh,
    },
    onDone(result) {
      setOpen(false)
      props.onDone?.(result)
    },
    asksBeforeLeaving: false,
  })
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      title={props.title}
      description={props.description}
      footer={
        <>
          <Button onClick={() => setOpen(false)}>Cancel</Button>
          <Button
            {...form.submit}
            form={FORM}
            look={danger ? 'rail' : 'paper'}
            {...(danger && { className: 'border-bad text-bad' })}
          >
            {props.action}
          </Button>
        </>
      }
    >
      <form {...form.props} id={FORM} aria-label={props.title} className="grid gap-5">
        {agreement && (
          <div className="grid gap-1.5">
            <Checkbox {...form.input('agreed')}>{agreement}</Checkbox>
            {form.errors.agreed && <Fault role="alert">{form.errors.agreed}</Fault>}
          </div>
        )}
        <Field label="Your password" error={form.errors.password}>
          {(control) => (
            <PasswordInput {...control} {...form.input('password')} required autoComplete="current-password" />
          )}
        </Field>
        {twoStep && <CodeField error={form.errors.code} input={form.input('code')} />}
        {proof.button}
        {form.failure && <Fault>{form.failure}</Fault>}
      </form>
    </Dialog>
  )
}
