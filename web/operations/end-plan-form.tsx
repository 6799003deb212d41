import { call } from '#web/api/call.ts'
import { DESK_PEOPLE, type PersonActProps } from './person-act.ts'
import { ReasonForm } from './reason-form.tsx'

export const EndPlanForm = ({ person: { id, name }, onClose }: PersonActProps) => (
  <ReasonForm
    title={`End the plan that ${name} was given`}
    text="What is on sale stays on sale. A subscription goes on."
    hint="Only admins read it, in the audit log."
    label="End the plan"
    success="The plan has ended."
    send={(reason) => call('POST /admin/people/:id/end-plan', { params: { id }, body: { reason } })}
    refresh={DESK_PEOPLE}
    onClose={onClose}
  />
)
