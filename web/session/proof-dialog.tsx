import type { ReactNode } from 'react'
import type { Action } from '#web/api/use-action.ts'
import { useForm } from '#web/forms/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Fault } from '#web/ui/fault.tsx'
import type { Proof } from './passkey-device.ts'
import { CodeField, useTwoStep } from './code-field.tsx'
import { ProofField } from './proof-field.tsx'
import { useProof } from './use-proof.tsx'

type Props<Result> = {
  title: string
  text?: ReactNode
  /** The action as a verb. */
  label: string
  danger?: boolean
  /** Asks for a code, too, if two-step sign-in is on. */
  withCode?: boolean
  action: Action<Proof, Result>
  onDone: (result: Result) => void
  onClose: () => void
}

/** Asks the owner for the password again before an action. Without one, Google is asked. */
export function ProofDialog<Result>({ title, text, label, danger, withCode, action, onDone, onClose }: Props<Result>) {
  const twoStep = useTwoStep()
  const proof = useProof()
  const form = useForm({
    start: { password: '', code: '' },
    checks: {
      password: (typed) => (typed || proof.isGiven() || proof.google ? undefined : 'Password is required.'),
      code: (typed) => (typed || !twoStep || !withCode || proof.isGiven() ? undefined : 'Enter the code.'),
    },
    action: { ...action, send: (typed) => action.send(proof.take(typed)) },
    onDone,
    asksBeforeLeaving: false,
  })
  const { errors } = form
  return (
    <Dialog open onOpenChange={onClose} title={title} description={text}>
      <form {...form.props} aria-label={title} className="grid gap-4">
        <ProofField label="Password" proof={proof} error={errors.password} input={form.input('password')} />
        {withCode && <CodeField isOn={twoStep} error={errors.code} input={form.input('code')} />}
        {proof.button}
        {form.failure && <Fault role="alert">{form.failure}</Fault>}
        <div className="flex flex-wrap justify-end gap-2 max-md:*:flex-1">
          <Button onClick={onClose}>Cancel</Button>
          {proof.canBeSent && (
            <Button
              {...form.submit}
              look={danger ? 'rail' : 'paper'}
              className={cx(danger && 'border-bad text-bad') || undefined}
            >
              {label}
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  )
}
