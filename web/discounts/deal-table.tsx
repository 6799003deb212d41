import { LICENSE_NAMES } from '#contract/license-types.ts'
import type { Deal } from '#contract/discounts.ts'
import { call } from '#web/api/call.ts'
import { useAction } from '#web/api/use-action.ts'
import { exactly, price } from '#web/items/format.ts'
import { Table, type Column } from '#web/ui/table.tsx'
import { StateButtons, StatusOf, type Change } from './state-buttons.tsx'
import { dealWords, itemWords, whenWords } from '#web/items/discount-words.ts'

export const DealTable = ({ deals }: { deals: readonly Deal[] }) => (
  <Table caption="Your deals" columns={columns} rows={deals} rowKey={({ id }) => id} />
)

const columns: Column<Deal>[] = [
  { key: 'deal', head: 'Deal', title: true, cell: (deal) => <b>{dealWords(deal)}</b> },
  {
    key: 'items',
    head: 'For',
    cell: (deal) => (
      <span className="wrap-anywhere max-md:text-right">
        {itemWords(deal)}
        {deal.licenseType && <span className="block text-[13px] text-dim">{LICENSE_NAMES[deal.licenseType]}</span>}
      </span>
    ),
  },
  { key: 'when', head: 'When', cell: (deal) => <span className="max-md:text-right">{whenWords(deal)}</span> },
  { key: 'uses', head: 'Used', numeric: true, cell: ({ uses }) => exactly(uses) },
  { key: 'given', head: 'Given', numeric: true, cell: ({ given }) => price(given) },
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
