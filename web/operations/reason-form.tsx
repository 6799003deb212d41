import type { ReadRoute } from '#contract/caller.ts'
import { useForm } from '#web/forms/use-form.ts'
import { Fault } from '#web/ui/fault.tsx'
import { Field } from '#web/ui/field.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { ActButtons } from './act-buttons.tsx'
import { REASON_LIMITS } from './reason-limits.ts'

type Props = {
  title: string
  text: string
  hint: string
  label: string
  success: string
  send: (reason: string) => Promise<unknown>
  refresh: readonly ReadRoute[]
  onClose: () => void
}

/** An act that needs nothing but a reason, in the place of the facts of a dialog. */
export function ReasonForm({ title, text, hint, label, success, send, refresh, onClose }: Props) {
  const form = useForm({
    start: { reason: '' },
    checks: { reason: REASON_LIMITS },
    action: { send: ({ reason }) => send(reason), success, failure: 'That did not work. Try again.', refresh },
    onDone: onClose,
  })
  return (
    <form {...form.props} aria-label={title} className="grid gap-4">
      <p className="text-soft">{text}</p>
      <Field label="Reason" hint={hint} error={form.errors.reason}>
        {(control) => <Textarea {...control} {...form.input('reason')} rows={3} maxLength={500} required />}
      </Field>
      {form.failure && <Fault role="alert">{form.failure}</Fault>}
      <ActButtons submit={form.submit} label={label} onClose={onClose} />
    </form>
  )
}
