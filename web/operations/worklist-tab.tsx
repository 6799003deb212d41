import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { PLAN_TASKS, TASK_KINDS } from '#contract/plan-tasks.ts'
import { PAID_PLANS, PLANS } from '#contract/plans.ts'
import type { DeskPlanTask } from '#contract/worklist.ts'
import { call } from '#web/api/call.ts'
import { apiQuery } from '#web/api/tools.ts'
import { useAction } from '#web/api/use-action.ts'
import { day } from '#web/items/format.ts'
import { Link } from '#web/link.tsx'
import { useDeskAddress } from '#web/lists/desk-address.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Clock, ExternalLink } from '#web/ui/icons.ts'
import { show } from '#web/ui/show.ts'
import type { Column } from '#web/ui/table.tsx'
import { ChoiceChips } from '#web/lists/choice-chips.tsx'
import { PagedTable } from './paged-table.tsx'
import { PayoutSeller } from './payout-seller.tsx'
import { TickDialog, WORKLIST } from './tick-dialog.tsx'

const STATES = [
  ['open', 'Open'],
  ['late', 'Late'],
  ['done', 'Done'],
] as const
const KINDS = TASK_KINDS.map((kind) => [kind, PLAN_TASKS[kind].many] as const)
const OF_PLANS = PAID_PLANS.map((plan) => [plan, PLANS[plan].name] as const)

/** The work of people for plans, once for each paid period. */
export function Component() {
  const { page, part } = useDeskAddress()
  const state = STATES.find(([value]) => value === part('show'))?.[0] ?? 'open'
  const kind = TASK_KINDS.find((value) => value === part('work'))
  const plan = PAID_PLANS.find((value) => value === part('plan'))
  const query = useQuery({
    ...apiQuery(call, 'GET /admin/worklist', { query: { state, page, ...(kind && { kind }), ...(plan && { plan }) } }),
    placeholderData: keepPreviousData,
  })
  return (
    <section aria-label="Worklist">
      <p className="mb-5 max-w-160 text-soft">
        What people do for a plan, once per paid period. The seller sees the link. Messages of people with a plan wait
        in the inbox.
      </p>
      <div className="mb-5 flex flex-wrap gap-x-6 gap-y-2">
        <ChoiceChips label="State" name="show" choices={STATES} chosen={state} start="open" />
        <ChoiceChips label="Work" name="work" choices={KINDS} chosen={kind} />
        <ChoiceChips label="Plan" name="plan" choices={OF_PLANS} chosen={plan} />
      </div>
      <PagedTable
        query={query}
        caption="Worklist"
        columns={state === 'done' ? [WORK, SELLER, PERIOD, DONE, LINK, UNDO] : [WORK, SELLER, PERIOD, DUE, TICK]}
        failure="Couldn’t load the worklist."
        empty={state === 'done' ? 'Nothing was ticked off yet.' : 'Nothing is to be done.'}
      />
    </section>
  )
}

const nameOf = ({ kind }: DeskPlanTask) => PLAN_TASKS[kind].name
/** Names the row for buttons that would sound alike. */
const For = ({ task }: { task: DeskPlanTask }) => (
  <span className="sr-only">
    : {nameOf(task)} for {task.seller.name}
  </span>
)

const WORK: Column<DeskPlanTask> = {
  key: 'work',
  head: 'Work',
  title: true,
  cell: (task) => (
    <span className="min-w-0">
      <span className="block font-semibold">{nameOf(task)}</span>
      {task.newest && task.state === 'open' && task.kind !== 'onboarding' && (
        <span className="text-[13px] font-normal wrap-anywhere text-soft">
          Newest:{' '}
          <Link to={paths.item(task.newest)} className="underline hover:text-ink">
            {task.newest.title}
          </Link>
        </span>
      )}
    </span>
  ),
}
const SELLER: Column<DeskPlanTask> = {
  key: 'seller',
  head: 'Seller',
  cell: ({ seller }) => <PayoutSeller seller={seller} size={24} />,
}
const PERIOD: Column<DeskPlanTask> = {
  key: 'period',
  head: 'Paid period',
  cell: ({ plan, beginsAt, endsAt }) => (
    <span className="num max-md:text-right">
      {PLANS[plan].name}, {day(beginsAt)} to {day(endsAt)}
    </span>
  ),
}
const DUE: Column<DeskPlanTask> = {
  key: 'due',
  head: 'Due',
  cell: ({ dueAt, late }) => (
    <span className={cx('num inline-flex items-center gap-1.5 whitespace-nowrap', late ? 'text-warn' : 'text-soft')}>
      <Icon of={Clock} size={15} className="flex-none" />
      {day(dueAt)}
      {late && ', late'}
    </span>
  ),
}
const TICK: Column<DeskPlanTask> = {
  key: 'tick',
  head: <span className="sr-only">Actions</span>,
  cell: (task) => (
    <span className="flex justify-end">
      <Button size={36} onClick={() => show(<TickDialog task={task} />)}>
        Tick off
        <For task={task} />
      </Button>
    </span>
  ),
}
const DONE: Column<DeskPlanTask> = {
  key: 'done',
  head: 'Done',
  cell: ({ doneAt, doneBy }) => (
    <span className="num max-md:text-right">
      {doneAt && day(doneAt)}
      {doneBy && `, by ${doneBy}`}
    </span>
  ),
}
const LINK: Column<DeskPlanTask> = {
  key: 'link',
  head: 'Link',
  cell: (task) =>
    task.link ? (
      <a
        href={task.link}
        rel="noopener noreferrer nofollow"
        target="_blank"
        className="inline-flex min-h-6 items-center gap-1.5 underline hover:text-ink"
      >
        Link
        <For task={task} />
        <Icon of={ExternalLink} size={15} />
      </a>
    ) : (
      '–'
    ),
}
const UNDO: Column<DeskPlanTask> = {
  key: 'undo',
  head: <span className="sr-only">Actions</span>,
  cell: (task) => <Undo task={task} />,
}

function Undo({ task }: { task: DeskPlanTask }) {
  const { run, pending } = useAction({
    send: () => call('POST /admin/worklist/:id/undo', { params: { id: task.id } }),
    success: 'It is open again.',
    failure: 'That could not be saved.',
    refresh: WORKLIST,
  })
  return (
    <span className="flex justify-end">
      <Button size={36} look="ghost" loading={pending} onClick={() => void run(undefined)}>
        Undo
        <For task={task} />
      </Button>
    </span>
  )
}
