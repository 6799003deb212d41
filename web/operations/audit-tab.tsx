import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { AdminAction } from '#contract/operations.ts'
import { call } from '#web/api/call.ts'
import { apiQuery } from '#web/api/tools.ts'
import type { Column } from '#web/ui/table.tsx'
import { useDeskAddress } from '#web/lists/desk-address.ts'
import { OnlyOf } from './only-of.tsx'
import { PagedTable } from './paged-table.tsx'
import { when } from '#web/ui/when.ts'

/** Everything that admins did with things of other people. Nobody can change the list. */
export function Component() {
  const { page, person } = useDeskAddress()
  const query = useQuery({
    ...apiQuery(call, 'GET /admin/actions', { query: { page, ...(person && { account: person }) } }),
    placeholderData: keepPreviousData,
  })
  return (
    <section aria-label="Audit">
      <OnlyOf what="Actions on" />
      <PagedTable
        query={query}
        caption="Actions"
        columns={columns}
        failure="Couldn’t load the actions."
        empty={person ? 'No admin has done anything with this person.' : 'No admin has done anything yet.'}
      />
    </section>
  )
}

const Subject = ({ kind, id, title }: AdminAction['subject']) => (
  <>
    {title !== null && <span className="block font-semibold wrap-anywhere">{title}</span>}
    <span className={title === null ? '' : 'text-[13px] text-soft'}>
      {kind} {id}
    </span>
  </>
)

const columns: Column<AdminAction>[] = [
  { key: 'action', head: 'Action', title: true, cell: ({ action }) => <span className="font-semibold">{action}</span> },
  { key: 'subject', head: 'Subject', cell: ({ subject }) => <Subject {...subject} /> },
  { key: 'admin', head: 'Admin', cell: ({ admin }) => admin ?? 'Command line' },
  { key: 'reason', head: 'Reason', cell: ({ reason }) => <span className="wrap-anywhere">{reason || '–'}</span> },
  { key: 'when', head: 'When', cell: ({ createdAt }) => <span className="num">{when(createdAt)}</span> },
]
