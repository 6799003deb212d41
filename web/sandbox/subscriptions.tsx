import { useQuery } from '@tanstack/react-query'
import type { SandboxSubscriptionRow } from '#contract/sandbox.ts'
import { call } from '#web/api/call.ts'
import { apiQuery } from '#web/api/tools.ts'
import { useAction } from '#web/api/use-action.ts'
import { price } from '#web/items/format.ts'
import { MenuItem } from '#web/ui/menu.tsx'
import type { Column } from '#web/ui/table.tsx'
import { when } from '#web/ui/when.ts'
import { Newest, RowMenu, StateCell } from './newest.tsx'

/** The subscriptions that the sandbox renews. */
export function Subscriptions() {
  const { data, isError, refetch } = useQuery(apiQuery(call, 'GET /sandbox/subscriptions', undefined))
  return (
    <Newest
      title="Subscriptions"
      hint={
        <>
          They renew by the clock. A failed renewal is tried again after 1, 3 and 5 days, and then the subscription is
          paused. Card <span className="num whitespace-nowrap">4000 0000 0000 0341</span> pays the first time only.
        </>
      }
      rows={data?.subscriptions}
      failed={isError}
      again={refetch}
      columns={columns}
    />
  )
}

type Row = SandboxSubscriptionRow

const states: Record<Row['state'], string> = {
  open: 'Waits for approval',
  challenged: 'Waits for the bank',
  active: 'Active',
  overdue: 'Overdue',
  paused: 'Paused',
  ended: 'Ended',
}

/** The next step, as something to do now. */
const stepOf = ({ state, endsWithPeriod }: Row) =>
  state === 'overdue' ? 'Try again now' : state === 'active' && !endsWithPeriod ? 'Renew now' : 'End now'

const columns: Column<Row>[] = [
  { key: 'what', head: 'Subscription', title: true, cell: ({ description }) => description },
  {
    key: 'state',
    head: 'State',
    cell: ({ state, endsWithPeriod, failure }) => (
      <StateCell failure={failure}>{endsWithPeriod && state === 'active' ? 'Canceled' : states[state]}</StateCell>
    ),
  },
  { key: 'price', head: 'Price', numeric: true, cell: ({ amount, every }) => `${price(amount)} a ${every}` },
  { key: 'by', head: 'Paid by', cell: ({ paidWith }) => paidWith ?? '–' },
  {
    key: 'renewals',
    head: 'Renewals',
    cell: ({ state, renewalsFail }) => (state === 'ended' ? '–' : renewalsFail ? 'Fail' : 'Succeed'),
  },
  {
    key: 'next',
    head: 'Next step',
    cell: ({ nextStepAt }) => <span className="num">{nextStepAt === null ? '–' : when(nextStepAt)}</span>,
  },
  { key: 'more', head: <span className="sr-only">More</span>, cell: (row) => <Actions row={row} /> },
]

function Actions({ row }: { row: Row }) {
  const { reference, description, renewalsFail, nextStepAt } = row
  const params = { reference }
  const common = { failure: 'That did not work. Try again.', refresh: ['GET /sandbox/subscriptions'] } as const
  const step = useAction({
    send: () => call('POST /sandbox/subscriptions/:reference/step', { params }),
    success: 'Done',
    ...common,
  })
  const fail = useAction({
    send: () => call('PATCH /sandbox/subscriptions/:reference', { params, body: { renewalsFail: !renewalsFail } }),
    success: renewalsFail ? 'Renewals succeed from now on' : 'Renewals fail from now on',
    ...common,
  })
  if (row.state === 'ended') return null
  return (
    <RowMenu of={description}>
      {nextStepAt !== null && <MenuItem onSelect={() => void step.run(undefined)}>{stepOf(row)}</MenuItem>}
      <MenuItem onSelect={() => void fail.run(undefined)}>
        {renewalsFail ? 'Let renewals succeed' : 'Let renewals fail'}
      </MenuItem>
    </RowMenu>
  )
}
