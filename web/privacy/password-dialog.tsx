import { useState, type ReactNode } from 'react'
import { useForm } from '#web/forms/use-form.ts'
import { CodeField, useTwoStep } from '#web/session/code-field.tsx'
import type { Proof } from '#web/session/passkey-device.ts'
import { ProofField } from '#web/session/proof-field.tsx'
import { useProof } from '#web/session/use-proof.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Fault } from '#web/ui/fault.tsx'
import type { ReadRoute } from '#contract/caller.ts'

type Props = {
  title: string
  description: string
  action: string
  danger?: boolean
  /** A sentence that has to be agreed to. */
  agreement?: ReactNode
  send: (proof: Proof, agreed: boolean) => Promise<unknown>
  success: string
  refresh: readonly ReadRoute[]
}

const FORM = 'with-password'

/** Asks for the password again before something that a stolen session must not do. Without one, Google is asked. */
export function PasswordDialog({ agreement, danger = false, ...props }: Props) {
  const [open, setOpen] = useState(true)
  const twoStep = useTwoStep()
  const proof = useProof()
  const form = useForm({
    start: { password: '', code: '', agreed: false },
    checks: {
      password: (password) => (password || proof.isGiven() || proof.google ? undefined : 'Password is required.'),
      code: (typed) => (typed || !twoStep || proof.isGiven() ? undefined : 'Enter the code.'),
      agreed: (agreed) => (agreed || !agreement ? undefined : 'Agree to this first.'),
    },
    action: {
      send: ({ agreed, ...typed }) => props.send(proof.take(typed), agreed),
      success: props.success,
      failure: 'That did not work. Try again.',
      refresh: props.refresh,
    },
    onDone: () => setOpen(false),
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
          {proof.canBeSent && (
            <Button
              {...form.submit}
              form={FORM}
              look={danger ? 'rail' : 'paper'}
              {...(danger && { className: 'border-bad text-bad' })}
            >
              {props.action}
            </Button>
          )}
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
        <ProofField label="Your password" proof={proof} error={form.errors.password} input={form.input('password')} />
        <CodeField isOn={twoStep} error={form.errors.code} input={form.input('code')} />
        {proof.button}
        {form.failure && <Fault role="alert">{form.failure}</Fault>}
      </form>
    </Dialog>
  )
}
