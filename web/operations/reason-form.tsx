import { call } from '#web/api/call.ts'
import { useForm } from '#web/forms/use-form.ts'
import { Fault } from '#web/ui/fault.tsx'
import { Field } from '#web/ui/field.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { ActButtons } from './act-buttons.tsx'
import { DESK_PEOPLE, REASON_LIMITS, type PersonActProps } from './person-act.ts'

type Props = {
  title: string
  text: string
  hint: string
  label: string
  success: string
  send: (reason: string) => Promise<unknown>
  onClose: () => void
}

/** An act that needs nothing but a reason. */
function ReasonForm({ title, text, hint, label, success, send, onClose }: Props) {
  const form = useForm({
    start: { reason: '' },
    checks: { reason: REASON_LIMITS },
    action: {
      send: ({ reason }) => send(reason),
      success,
      failure: 'That did not work. Try again.',
      refresh: DESK_PEOPLE,
    },
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

export const LiftForm = ({ person: { id, name }, onClose }: PersonActProps) => (
  <ReasonForm
    title={`Lift the ban of ${name}`}
    text="Everything that the ban has hidden comes back, and payouts go on."
    hint={`${name} reads it, and so does the audit log.`}
    label="Lift the ban"
    success={`${name} is banned no longer.`}
    send={(reason) => call('POST /admin/people/:id/lift-ban', { params: { id }, body: { reason } })}
    onClose={onClose}
  />
)

export const EndPlanForm = ({ person: { id, name }, onClose }: PersonActProps) => (
  <ReasonForm
    title={`End the plan that ${name} was given`}
    text="What is on sale stays on sale. A subscription goes on."
    hint="Only admins read it, in the audit log."
    label="End the plan"
    success="The plan has ended."
    send={(reason) => call('POST /admin/people/:id/end-plan', { params: { id }, body: { reason } })}
    onClose={onClose}
  />
)
