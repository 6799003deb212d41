import { useState } from 'react'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { useForm } from '#web/forms/use-form.ts'
import type { ReadRoute } from '#contract/caller.ts'
import { Button } from '#web/ui/button.tsx'
import { CloseButton } from '#web/ui/close-button.tsx'
import { Fault } from '#web/ui/fault.tsx'
import { Field } from '#web/ui/field.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { REASON_LIMITS } from './reason-limits.ts'

type Props = {
  title: string
  description: string
  /** Below the field: who reads the reason. */
  hint?: string
  action: string
  send: (reason: string) => Promise<unknown>
  success: string
  refresh: readonly ReadRoute[]
  onDone?: () => void
}

const FORM = 'reason'

/** Asks for the reason of an action; it stands in the audit log. */
export function ReasonDialog({
  title,
  description,
  hint = 'Only admins read it, in the audit log.',
  action,
  send,
  success,
  refresh,
  onDone,
}: Props) {
  const [open, setOpen] = useState(true)
  const form = useForm({
    start: { reason: '' },
    checks: { reason: REASON_LIMITS },
    action: { send: ({ reason }) => send(reason.trim()), success, failure: 'That did not work. Try again.', refresh },
    onDone() {
      setOpen(false)
      onDone?.()
    },
  })
  return (
    <FormDialog
      size="short"
      open={open}
      onClose={() => setOpen(false)}
      title={title}
      description={description}
      footer={
        <>
          <CloseButton />
          <Button {...form.submit} form={FORM} look="paper">
            {action}
          </Button>
        </>
      }
    >
      <form {...form.props} id={FORM} aria-label={title}>
        <Field label="Reason" hint={hint} error={form.errors.reason}>
          {(control) => <Textarea {...control} {...form.input('reason')} rows={3} maxLength={500} required />}
        </Field>
        {form.failure && (
          <Fault role="alert" className="mt-3">
            {form.failure}
          </Fault>
        )}
      </form>
    </FormDialog>
  )
}
