import { useQuery } from '@tanstack/react-query'
import { PLAN_TASKS } from '#contract/plan-tasks.ts'
import { PLANS } from '#contract/plans.ts'
import type { OwnPlanTask } from '#contract/worklist.ts'
import { call } from '#web/api/call.ts'
import { apiQuery } from '#web/api/tools.ts'
import { Failed } from '#web/ui/failed.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { CircleCheck, Clock, ExternalLink } from '#web/ui/icons.ts'
import { localDay } from '#web/ui/local-day.ts'

/** The work of the house for this person's plan. Without any, nothing is shown. */
export function PlanWork() {
  const { data, isError, refetch } = useQuery(apiQuery(call, 'GET /billing/tasks/mine', undefined))
  if (isError && !data) return <Failed again={refetch}>Couldn’t load what we do for you.</Failed>
  const tasks = data?.filter(({ state }) => state !== 'closed') ?? []
  if (tasks.length === 0) return null
  return (
    <section aria-labelledby="plan-work" className="mt-12">
      <h3 id="plan-work" className="mb-3 text-xl font-bold">
        What we do for you
      </h3>
      <ul aria-labelledby="plan-work" className="border-b border-rail/60">
        {tasks.map((task) => (
          <Task key={task.id} task={task} />
        ))}
      </ul>
    </section>
  )
}

const Task = ({ task: { kind, plan, doneAt, beginsAt, endsAt, link, note } }: { task: OwnPlanTask }) => (
  <li className="flex items-start gap-3 border-t border-rail/60 py-3.5">
    <Icon of={doneAt ? CircleCheck : Clock} size={18} className={doneAt ? 'mt-0.5 text-ok' : 'mt-0.5 text-dim'} />
    <div className="min-w-0 flex-1">
      <p className="font-semibold">{PLAN_TASKS[kind].name}</p>
      <p className="num text-[13px] text-soft">
        {PLANS[plan].name}, {localDay(beginsAt)} to {localDay(endsAt)}.{' '}
        {doneAt ? `Done on ${localDay(doneAt)}.` : 'We work on it.'}
      </p>
      {note && <p className="mt-1 text-sm wrap-anywhere whitespace-pre-line text-soft">{note}</p>}
    </div>
    {link && (
      <a
        href={link}
        rel="noopener noreferrer nofollow"
        target="_blank"
        className="inline-flex min-h-6 items-center gap-1.5 underline hover:text-ink"
      >
        See it<span className="sr-only">: {PLAN_TASKS[kind].name} (opens a new tab)</span>
        <Icon of={ExternalLink} size={15} />
      </a>
    )}
  </li>
)
