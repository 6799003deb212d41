import { useQuery } from '@tanstack/react-query'
import type { SandboxPaymentRow } from '#contract/sandbox.ts'
import { call } from '#web/api/call.ts'
import { apiQuery } from '#web/api/tools.ts'
import { useAction } from '#web/api/use-action.ts'
import { price } from '#web/items/format.ts'
import { MenuItem } from '#web/ui/menu.tsx'
import type { Column } from '#web/ui/table.tsx'
import { when } from '#web/ui/when.ts'
import { Newest, RowMenu, StateCell } from './newest.tsx'

/** The payments that the sandbox pretends to take. */
export function Payments() {
  const { data, isError, refetch } = useQuery(apiQuery(call, 'GET /sandbox/payments', undefined))
  return (
    <Newest
      title="Payments"
      hint="The bank of a buyer can ask for a paid one back, and decide for either side. Orders at the desk send refunds."
      rows={data?.payments}
      failed={isError}
      again={refetch}
      columns={columns}
    />
  )
}

const states: Record<SandboxPaymentRow['state'], string> = {
  open: 'Open',
  challenged: 'Asked by the bank',
  approved: 'Approved',
  paid: 'Paid',
  canceled: 'Canceled',
}
type Dispute = NonNullable<SandboxPaymentRow['dispute']>
const disputes: Record<Dispute, string> = {
  open: 'Disputed',
  won: 'Dispute won by the shop',
  lost: 'Dispute lost by the shop',
}

const columns: Column<SandboxPaymentRow>[] = [
  { key: 'what', head: 'Payment', title: true, cell: ({ description }) => description },
  {
    key: 'state',
    head: 'State',
    cell: ({ state, failure, dispute }) => (
      <StateCell failure={dispute ? disputes[dispute] : failure}>{states[state]}</StateCell>
    ),
  },
  { key: 'amount', head: 'Amount', numeric: true, cell: ({ amount }) => price(amount) },
  { key: 'by', head: 'Paid by', cell: ({ paidWith }) => paidWith ?? '–' },
  { key: 'when', head: 'Begun', cell: ({ createdAt }) => <span className="num">{when(createdAt)}</span> },
  { key: 'more', head: <span className="sr-only">More</span>, cell: (row) => <Actions row={row} /> },
]

function Actions({ row: { reference, description, state, dispute } }: { row: SandboxPaymentRow }) {
  const decide = useAction({
    send: (next: Dispute) =>
      call('POST /sandbox/payments/:reference/dispute', { params: { reference }, body: { state: next } }),
    success: 'Done',
    failure: 'That did not work. Try again.',
    refresh: ['GET /sandbox/payments'],
  })
  if (state !== 'paid' || dispute === 'won' || dispute === 'lost') return null
  const choices: [next: Dispute, label: string][] =
    dispute === null
      ? [['open', 'Open a dispute']]
      : [
          ['won', 'Let the shop win'],
          ['lost', 'Let the buyer win'],
        ]
  return (
    <RowMenu of={`the payment of ${description}`}>
      {choices.map(([next, label]) => (
        <MenuItem key={next} onSelect={() => void decide.run(next)}>
          {label}
        </MenuItem>
      ))}
    </RowMenu>
  )
}
