import { call } from '#web/api/call.ts'
import { DESK_PEOPLE, type PersonActProps } from './person-act.ts'
import { ReasonForm } from './reason-form.tsx'

export const LiftForm = ({ person: { id, name }, onClose }: PersonActProps) => (
  <ReasonForm
    title={`Lift the ban of ${name}`}
    text="Everything that the ban has hidden comes back, and payouts go on."
    hint={`${name} reads it, and so does the audit log.`}
    label="Lift the ban"
    success={`${name} is banned no longer.`}
    send={(reason) => call('POST /admin/people/:id/lift-ban', { params: { id }, body: { reason } })}
    refresh={DESK_PEOPLE}
    onClose={onClose}
  />
)
