import { useQuery } from '@tanstack/react-query'
import type { ReplyOf } from '#contract/caller.ts'
import { PLACES } from '#contract/promotion-values.ts'
import { call } from '#web/api/call.ts'
import { apiQuery } from '#web/api/tools.ts'
import { exactly } from '#web/items/format.ts'
import { PLACE_WORDS } from '#web/promotions/words.ts'
import { Failed } from '#web/ui/failed.tsx'
import { RowSkeleton } from '#web/ui/skeleton.tsx'
import { Table, type Column } from '#web/ui/table.tsx'

type Load = ReplyOf<'GET /admin/promotions/load'>[number]

/** The daily need of running promotions beside the traffic of each place. */
export function SlotLoads() {
  const { data, isError, refetch } = useQuery(apiQuery(call, 'GET /admin/promotions/load', undefined))
  return (
    <section aria-labelledby="load">
      <h2 id="load" className="mb-1 text-xl font-bold">
        Load of the places
      </h2>
      <p className="mb-3 max-w-160 text-soft">
        What running promotions still need each day, and how often people see a place for promoted items there. Above
        100% the guarantees are met late.
      </p>
      {isError && <Failed again={refetch}>Couldn’t load the places.</Failed>}
      {!data && !isError && (
        // as high as the table, so that the list below doesn't jump
        <div role="status" aria-busy aria-label="Loading the places" className="h-246 overflow-hidden md:h-81">
          {PLACES.map((place) => (
            <RowSkeleton key={place} />
          ))}
        </div>
      )}
      {data && <Table caption="Load of the places" columns={columns} rows={data} rowKey={({ place }) => place} />}
    </section>
  )
}

const columns: Column<Load>[] = [
  { key: 'place', head: 'Place', title: true, cell: ({ place }) => PLACE_WORDS[place].name },
  { key: 'promotions', head: 'Promotions', numeric: true, cell: ({ promotions }) => exactly(promotions) },
  { key: 'owed', head: 'Needed a day', numeric: true, cell: ({ owedPerDay }) => exactly(owedPerDay) },
  {
    key: 'perDay',
    head: 'Seen a day',
    numeric: true,
    cell: ({ perDay }) => (perDay === null ? 'Not known yet' : exactly(perDay)),
  },
  { key: 'load', head: 'Load', numeric: true, cell: (load) => <LoadOf load={load} /> },
]

function LoadOf({ load: { owedPerDay, perDay } }: { load: Load }) {
  if (perDay === null || perDay === 0) return <span className="text-dim">–</span>
  const part = Math.round((owedPerDay / perDay) * 100)
  return <b className={part > 100 ? 'text-warn' : undefined}>{exactly(part)}%</b>
}
