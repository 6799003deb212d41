import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { DeskPersonDetail } from '#contract/desk-people.ts'
import { call } from '#web/api/call.ts'
import { apiQuery } from '#web/api/tools.ts'
import { day } from '#web/items/format.ts'
import { useSession } from '#web/session/session.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { Failed } from '#web/ui/failed.tsx'
import { TextSkeleton } from '#web/ui/skeleton.tsx'
import { AnswerForm } from './answer-form.tsx'
import { BanForm } from './ban-form.tsx'
import { EndPlanForm } from './end-plan-form.tsx'
import { LiftForm } from './lift-form.tsx'
import { PersonFacts } from './person-facts.tsx'
import { PlanGrantForm } from './plan-grant-form.tsx'
import { RoleForm } from './role-form.tsx'

/** What an admin can do with a person. Each asks in the place of the facts. */
const ACTS = {
  answer: { label: 'Answer the appeal', Form: AnswerForm },
  ban: { label: 'Ban…', Form: BanForm },
  lift: { label: 'Lift the ban…', Form: LiftForm },
  plan: { label: 'Give a plan…', Form: PlanGrantForm },
  endPlan: { label: 'End the given plan…', Form: EndPlanForm },
  role: { label: 'Make an admin…', Form: RoleForm },
  endRole: { label: 'Take the admin role…', Form: RoleForm },
} as const
type Act = keyof typeof ACTS

/** The server decides; these are the acts that it would not refuse at once. */
function actsFor({ id, isNobody, isAdmin, bannedAt, appealedAt, grant }: DeskPersonDetail, self: number | undefined) {
  if (isNobody) return []
  const acts: Act[] = [grant ? 'endPlan' : 'plan']
  if (id !== self && isAdmin) acts.push('endRole')
  if (!isAdmin && !bannedAt) acts.push('role')
  if (appealedAt) acts.push('answer')
  else if (bannedAt) acts.push('lift')
  else if (!isAdmin) acts.push('ban')
  return acts
}

/** One person with all that is known, and what can be done. */
export function PersonDialog({ id }: { id: number }) {
  const [open, setOpen] = useState(true)
  const [act, setAct] = useState<Act | null>(null)
  const [begun, setBegun] = useState<ReadonlySet<Act>>(new Set()) // their forms keep their words
  const self = useSession(({ auth }) => auth?.userId)
  const { data, isError, refetch } = useQuery(apiQuery(call, 'GET /admin/people/:id', { params: { id } }))
  const acts = data ? actsFor(data, self) : []
  const begin = (one: Act) => {
    setAct(one)
    setBegun((before) => new Set(before).add(one))
  }
  return (
    <FormDialog
      open={open}
      onClose={() => setOpen(false)}
      size="wide"
      title={data?.name ?? 'Person'}
      {...(data && { description: `Number ${data.id}, joined ${day(data.joinedAt)}` })}
      footer={
        data &&
        !act && (
          <span className="flex flex-wrap justify-end gap-2">
            {acts.map((one) => (
              <Button key={one} onClick={() => begin(one)}>
                {ACTS[one].label}
              </Button>
            ))}
          </span>
        )
      }
    >
      {isError && <Failed again={refetch}>Couldn’t load the person.</Failed>}
      {!data && !isError && <TextSkeleton lines={8} />}
      {data &&
        [...begun]
          .filter((one) => one === act || acts.includes(one))
          .map((one) => {
            const { Form } = ACTS[one]
            return (
              <div key={one} hidden={one !== act}>
                <Form person={data} onClose={() => setAct(null)} />
              </div>
            )
          })}
      {data && !act && <PersonFacts person={data} />}
    </FormDialog>
  )
}
