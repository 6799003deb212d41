import { useQuery } from '@tanstack/react-query'
import type { SandboxPayout } from '#contract/sandbox.ts'
import { call } from '#web/api/call.ts'
import { apiQuery } from '#web/api/tools.ts'
import { useAction } from '#web/api/use-action.ts'
import { price } from '#web/items/format.ts'
import { MenuItem } from '#web/ui/menu.tsx'
import type { Column } from '#web/ui/table.tsx'
import { when } from '#web/ui/when.ts'
import { Newest, RowMenu, StateCell } from './newest.tsx'

/** The payouts that the sandbox pretends to send. */
export function Payouts() {
  const { data, isError, refetch } = useQuery(apiQuery(call, 'GET /sandbox/payouts', undefined))
  return (
    <Newest
      title="Payouts"
      hint="They are paid after a minute. Addresses that begin with failed@, returned@, unclaimed@ or blocked@ end so, and denied@ stops its whole batch. Nobody claims an unclaimed one, so it comes back after 30 days."
      rows={data?.payouts}
      failed={isError}
      again={refetch}
      columns={columns}
    />
  )
}

type State = SandboxPayout['state']

const states: Record<State, string> = {
  pending: 'Pending',
  paid: 'Paid',
  unclaimed: 'Unclaimed',
  failed: 'Failed',
  returned: 'Returned',
  blocked: 'Blocked',
  refunded: 'Refunded',
}
const verbs: Record<State, string> = {
  pending: 'Leave pending',
  paid: 'Pay',
  unclaimed: 'Leave unclaimed',
  failed: 'Fail',
  returned: 'Return',
  blocked: 'Block',
  refunded: 'Refund',
}

const columns: Column<SandboxPayout>[] = [
  { key: 'to', head: 'To', title: true, cell: ({ address }) => <span className="wrap-anywhere">{address}</span> },
  {
    key: 'state',
    head: 'State',
    cell: ({ state, failure }) => <StateCell failure={failure}>{states[state]}</StateCell>,
  },
  { key: 'amount', head: 'Amount', numeric: true, cell: ({ amount }) => price(amount) },
  { key: 'note', head: 'Note', cell: ({ note }) => <span className="wrap-anywhere">{note}</span> },
  { key: 'when', head: 'Sent', cell: ({ createdAt }) => <span className="num">{when(createdAt)}</span> },
  { key: 'more', head: <span className="sr-only">More</span>, cell: (row) => <Actions row={row} /> },
]

function Actions({ row: { reference, address, next } }: { row: SandboxPayout }) {
  const settle = useAction({
    send: (state: State) => call('PATCH /sandbox/payouts/:reference', { params: { reference }, body: { state } }),
    success: 'Done',
    failure: 'That did not work. Try again.',
    refresh: ['GET /sandbox/payouts'],
  })
  if (next.length === 0) return null
  return (
    <RowMenu of={address}>
      {next.map((state) => (
        <MenuItem key={state} onSelect={() => void settle.run(state)}>
          {verbs[state]}
        </MenuItem>
      ))}
    </RowMenu>
  )
}
