import { useQuery } from '@tanstack/react-query'
import type { DeskOrder } from '#contract/orders.ts'
import { call } from '#web/api/call.ts'
import { apiQuery } from '#web/api/tools.ts'
import { coverFolder } from '#web/items/cover-folder.ts'
import { price } from '#web/items/format.ts'
import { OrderStatus } from '#web/items/order-state.tsx'
import { Link } from '#web/link.tsx'
import { paths } from '#web/paths.ts'
import { Cover } from '#web/ui/cover.tsx'
import { Failed } from '#web/ui/failed.tsx'
import { TextSkeleton } from '#web/ui/skeleton.tsx'
import { Table, type Column } from '#web/ui/table.tsx'
import { when } from '#web/ui/when.ts'

const SHOWN = 5

export function LatestOrders() {
  const { data, isError, refetch } = useQuery({
    ...apiQuery(call, 'GET /admin/orders', { query: { limit: SHOWN } }),
    staleTime: 0,
  })
  return (
    <section aria-labelledby="latest-orders" className="min-w-0">
      <div className="mb-2 flex items-baseline justify-between gap-4">
        <h2 id="latest-orders" className="text-xl font-bold">
          Latest orders
        </h2>
        <Link to={paths.desk('orders')} className="inline-flex min-h-6 items-center underline underline-offset-4">
          All orders
        </Link>
      </div>
      {isError && <Failed again={refetch}>Latest orders: not loaded.</Failed>}
      {!data && !isError && (
        <div role="status" aria-busy aria-label="Loading: latest orders">
          <TextSkeleton lines={SHOWN} />
        </div>
      )}
      {data?.items.length === 0 && <p className="text-soft">No orders yet.</p>}
      {data && data.items.length > 0 && (
        <Table caption="Latest orders" columns={columns} rows={data.items} rowKey={({ id }) => id} />
      )}
    </section>
  )
}

const columns: Column<DeskOrder>[] = [
  {
    key: 'number',
    head: 'Order',
    title: true,
    cell: ({ number }) => (
      <Link
        to={paths.desk('orders', { q: number })}
        className="num inline-flex min-h-6 items-center font-semibold whitespace-nowrap underline decoration-rail underline-offset-4 hover:decoration-ink"
      >
        {number}
      </Link>
    ),
  },
  {
    key: 'when',
    head: 'When',
    cell: ({ createdAt }) => <span className="num whitespace-nowrap text-soft">{when(createdAt)}</span>,
  },
  {
    key: 'buyer',
    head: 'Buyer',
    cell: ({ buyer }) => (
      <Link to={paths.profile(buyer.id)} className="inline-flex min-h-6 items-center wrap-anywhere hover:underline">
        {buyer.name}
      </Link>
    ),
  },
  {
    key: 'what',
    head: 'What',
    cell: ({ what, coverUrl }) => (
      <span className="flex items-center gap-3">
        <Cover src={coverFolder(coverUrl ?? '')} size={32} className="size-8 flex-none rounded-xs" />
        <span className="min-w-0 wrap-anywhere">{what}</span>
      </span>
    ),
  },
  { key: 'total', head: 'Total', numeric: true, cell: ({ total }) => <b>{price(total)}</b> },
  { key: 'state', head: 'Status', cell: ({ state }) => <OrderStatus state={state} /> },
]
