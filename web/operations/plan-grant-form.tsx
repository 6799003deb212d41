import { PAID_PLANS, PLANS, type PaidPlan } from '#contract/plans.ts'
import { call } from '#web/api/call.ts'
import { useForm } from '#web/forms/use-form.ts'
import { Fault } from '#web/ui/fault.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { ActButtons } from './act-buttons.tsx'
import { DESK_PEOPLE, type PersonActProps } from './person-act.ts'
import { REASON_LIMITS } from './reason-limits.ts'

/** Gives a plan for a time. */
export function PlanGrantForm({ person: { id, name, planUntil }, onClose }: PersonActProps) {
  const form = useForm({
    start: { plan: 'growth', until: '', reason: '' },
    checks: { until: (value) => (value ? undefined : 'Choose a day.'), reason: REASON_LIMITS },
    action: {
      send: ({ plan, until, reason }) =>
        call('POST /admin/people/:id/plan', { params: { id }, body: { plan: plan as PaidPlan, until, reason } }),
      success: `${name} has the plan.`,
      failure: 'The plan could not be given. Try again.',
      refresh: DESK_PEOPLE,
    },
    onDone: onClose,
  })
  return (
    <form {...form.props} aria-label={`Give ${name} a plan`} className="grid gap-4">
      <p className="text-soft">
        It costs {name} nothing, brings no credits and ends by itself.
        {planUntil && ' The subscription goes on beside it: the higher plan of both counts.'}
      </p>
      <div className="grid gap-4 md:grid-cols-2">
        <Field label="Plan">
          {(control) => (
            <Select {...control} {...form.input('plan')}>
              {PAID_PLANS.map((plan) => (
                <option key={plan} value={plan}>
                  {PLANS[plan].name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Last day" hint="By UTC" error={form.errors.until}>
          {(control) => <Input {...control} {...form.input('until')} type="date" required />}
        </Field>
      </div>
      <Field label="Reason" hint="Only admins read it, in the audit log." error={form.errors.reason}>
        {(control) => <Textarea {...control} {...form.input('reason')} rows={3} maxLength={500} required />}
      </Field>
      {form.failure && <Fault role="alert">{form.failure}</Fault>}
      <ActButtons submit={form.submit} label="Give the plan" onClose={onClose} />
    </form>
  )
}
