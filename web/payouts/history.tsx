import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Payout } from '#contract/payouts.ts'
import { KIND_WORDS } from '#contract/payout-values.ts'
import { call } from '#web/api/call.ts'
import { apiQuery } from '#web/api/tools.ts'
import { day, price } from '#web/items/format.ts'
import { Link } from '#web/link.tsx'
import { useDeskAddress } from '#web/lists/desk-address.ts'
import { useLastPage } from '#web/lists/use-last-page.ts'
import { Failed } from '#web/ui/failed.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { PayoutStatus } from '#web/items/payout-status.tsx'
import { RowSkeleton } from '#web/ui/skeleton.tsx'
import { Table, type Column } from '#web/ui/table.tsx'

/** All payouts, newest first. */
export function History() {
  const { page, addressOfPage } = useDeskAddress()
  const { data, isError, refetch } = useQuery({
    ...apiQuery(call, 'GET /me/payouts/history', { query: { page } }),
    placeholderData: keepPreviousData,
  })
  useLastPage(data, addressOfPage)
  return (
    <section aria-labelledby="history">
      <h2 id="history" className="text-xl font-bold">
        Payout history
      </h2>
      {isError && <Failed again={refetch}>Couldn’t load your payout history.</Failed>}
      {!data && !isError && (
        <div role="status" aria-busy aria-label="Loading your payout history">
          <RowSkeleton />
          <RowSkeleton />
        </div>
      )}
      {data?.items.length === 0 && <p className="mt-2 text-soft">No payouts yet.</p>}
      {data && data.items.length > 0 && (
        <>
          <Table
            caption="Payouts, newest first"
            columns={columns}
            rows={data.items}
            rowKey={({ id }) => id}
            className="mt-2"
          />
          <Pager
            label="Pages of payouts"
            page={data.page}
            total={data.totalPages}
            className="mt-4"
            link={(to, props) => <Link to={addressOfPage(to)} {...props} />}
          />
        </>
      )}
    </section>
  )
}

const columns: Column<Payout>[] = [
  {
    key: 'date',
    head: 'Date',
    title: true,
    cell: ({ date }) => <span className="num whitespace-nowrap">{day(date)}</span>,
  },
  { key: 'number', head: 'Number', cell: ({ number }) => <span className="num text-soft">{number}</span> },
  { key: 'kind', head: 'Kind', cell: ({ kind }) => KIND_WORDS[kind] },
  {
    key: 'fee',
    head: 'Fee',
    numeric: true,
    cell: ({ fee }) => <span className="text-dim">{fee === 0 ? 'none' : price(fee)}</span>,
  },
  { key: 'amount', head: 'Amount', numeric: true, cell: ({ amount }) => <b>{price(amount)}</b> },
  { key: 'status', head: 'Status', cell: ({ status, note }) => <PayoutStatus status={status} note={note} /> },
]
