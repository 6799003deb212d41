import type { Deal } from '#contract/discounts.ts'
import { call } from '#web/api/call.ts'
import { useAction } from '#web/api/use-action.ts'
import { DEAL } from '#web/items/discount-columns.tsx'
import { Table, type Column } from '#web/ui/table.tsx'
import { StateButtons, StatusOf, type Change } from './state-buttons.tsx'
import { dealWords } from '#web/items/discount-words.ts'

export const DealTable = ({ deals }: { deals: readonly Deal[] }) => (
  <Table caption="Your deals" columns={columns} rows={deals} rowKey={({ id }) => id} />
)

const columns: Column<Deal>[] = [
  DEAL.deal,
  DEAL.items,
  DEAL.when,
  DEAL.uses,
  DEAL.given,
  { key: 'status', head: 'Status', cell: (deal) => <StatusOf of={deal} /> },
  { key: 'change', head: <span className="sr-only">Change</span>, cell: (deal) => <DealButtons deal={deal} /> },
]

function DealButtons({ deal }: { deal: Deal }) {
  const change = useAction({
    send: (state: Change) => call('PATCH /me/deals/:id', { params: { id: deal.id }, body: { state } }),
    failure: 'The deal could not be changed.',
    refresh: ['GET /me/discounts'],
  })
  return (
    <StateButtons
      name={dealWords(deal)}
      what="deal"
      status={deal.status}
      isHeld={deal.pausedFor !== null}
      change={change}
    />
  )
}
