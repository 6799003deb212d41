import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { DeskOrder } from '#contract/orders.ts'
import { call } from '#web/api/call.ts'
import { apiQuery } from '#web/api/tools.ts'
import { exactly } from '#web/items/format.ts'
import { orderColumns } from '#web/items/order-columns.tsx'
import { OrderStatus } from '#web/items/order-state.tsx'
import { ChoiceChips } from '#web/lists/choice-chips.tsx'
import { useDeskAddress } from '#web/lists/desk-address.ts'
import { show as showDialog } from '#web/ui/show.ts'
import type { Column } from '#web/ui/table.tsx'
import { DeskSearch } from './desk-search.tsx'
import { OrderDialog } from './order-dialog.tsx'
import { OrdersDownload } from './orders-download.tsx'
import { PagedTable } from './paged-table.tsx'

const STATES = [
  ['', 'All'],
  ['needs-you', 'Needs you'],
  ['paid', 'Paid'],
  ['open', 'Open'],
  ['refunded', 'Refunded'],
  ['disputed', 'Disputed'],
  ['different', 'Differences'],
] as const

/** All orders of the shop. */
export function Component() {
  const { q, page, show } = useDeskAddress()
  const state = STATES.map(([value]) => value).find((value) => value === show) ?? ''
  const query = useQuery({
    ...apiQuery(call, 'GET /admin/orders', { query: { q, page, ...(state && { state }) } }),
    placeholderData: keepPreviousData,
  })
  return (
    <section aria-label="Orders">
      <div className="mb-5 flex flex-wrap items-center gap-3">
        <DeskSearch label="Search orders" what="Order, buyer, item or email" />
        <ChoiceChips
          label="State"
          choices={STATES}
          chosen={state}
          start=""
          counts={query.data && { 'needs-you': query.data.needYou > 0 ? exactly(query.data.needYou) : '' }}
        />
        <div className="md:ml-auto">
          <OrdersDownload query={{ q, ...(state && { state }) }} />
        </div>
      </div>
      <PagedTable
        query={query}
        caption="Orders"
        columns={columns}
        failure="Couldn’t load the orders."
        empty={
          state === 'needs-you' && !q ? 'Nothing needs you.' : q || state ? 'No order fits that.' : 'No orders yet.'
        }
      />
    </section>
  )
}

const columns: Column<DeskOrder>[] = [
  {
    key: 'number',
    head: 'Order',
    title: true,
    cell: (order) => (
      <button
        type="button"
        onClick={() => showDialog(<OrderDialog id={order.id} />)}
        className="num min-h-6 font-semibold whitespace-nowrap underline decoration-rail underline-offset-4 hover:decoration-ink"
      >
        {order.number}
      </button>
    ),
  },
  orderColumns.when,
  orderColumns.buyer,
  orderColumns.what,
  { key: 'paidWith', head: 'Paid with', cell: ({ paidWith }) => paidWith ?? '–' },
  orderColumns.total,
  {
    key: 'state',
    head: 'Status',
    cell: (order) => (
      <div className="max-md:text-right">
        <OrderStatus state={order.state} />
        {order.needs.map((sentence) => (
          <span key={sentence} className="block max-w-80 text-[13px] text-warn">
            {sentence}
          </span>
        ))}
      </div>
    ),
  },
]
