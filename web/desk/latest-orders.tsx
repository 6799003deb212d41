import { useQuery } from '@tanstack/react-query'
import type { DeskOrder } from '#contract/orders.ts'
import { call } from '#web/api/call.ts'
import { apiQuery } from '#web/api/tools.ts'
import { orderColumns } from '#web/items/order-columns.tsx'
import { OrderStatus } from '#web/items/order-state.tsx'
import { Link } from '#web/link.tsx'
import { paths } from '#web/paths.ts'
import { Failed } from '#web/ui/failed.tsx'
import { TextSkeleton } from '#web/ui/skeleton.tsx'
import { Table, type Column } from '#web/ui/table.tsx'

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
  orderColumns.when,
  orderColumns.buyer,
  orderColumns.what,
  orderColumns.total,
  { key: 'state', head: 'Status', cell: ({ state }) => <OrderStatus state={state} /> },
]
