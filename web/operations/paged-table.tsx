import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from '#web/link.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { RowSkeleton } from '#web/ui/skeleton.tsx'
import { Table, type Column } from '#web/ui/table.tsx'
import { useDeskAddress } from '#web/lists/desk-address.ts'
import { useLastPage } from '#web/lists/use-last-page.ts'
import { Failed } from '#web/ui/failed.tsx'

type Page<Row> = {
  items: Row[]
  page: number
  limit: number
  totalItems: number
  totalPages: number
  /** There are more than the pages show. */
  capped?: boolean
}

type Props<Row> = {
  query: UseQueryResult<Page<Row>>
  caption: string
  columns: readonly Column<Row>[]
  /** The sentence for a failed load. */
  failure: string
  empty: ReactNode
}

/** A page of rows with its pager, or a message while it loads, after a failure, or for an empty list. */
export function PagedTable<Row extends { id: number }>({ query, caption, columns, failure, empty }: Props<Row>) {
  const { addressOfPage } = useDeskAddress()
  const { data, isError, refetch } = query
  useLastPage(data, addressOfPage)
  if (isError && !data)
    return (
      <Failed again={refetch} className="py-6">
        {failure}
      </Failed>
    )
  if (!data)
    return (
      <div role="status" aria-busy aria-label={`${caption}: loading`}>
        {Array.from({ length: 8 }, (_, index) => (
          <RowSkeleton key={index} />
        ))}
      </div>
    )
  if (data.items.length === 0) return <p className="py-6 text-soft">{empty}</p>
  const first = data.page * data.limit
  return (
    <>
      <Table caption={caption} columns={columns} rows={data.items} rowKey={({ id }) => id} />
      <div className="mt-5 flex flex-wrap items-center justify-between gap-4">
        <p className="num text-[13px] text-dim">
          {first + 1} to {first + data.items.length} of {data.capped && 'more than '}
          {data.totalItems.toLocaleString('en-US')}
        </p>
        <Pager
          label={`Pages of ${caption.toLowerCase()}`}
          page={data.page}
          total={data.totalPages}
          link={(page, props) => <Link to={addressOfPage(page)} {...props} />}
        />
      </div>
    </>
  )
}
