import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Mail } from '#contract/operations.ts'
import { call } from '#web/api/call.ts'
import { apiQuery } from '#web/api/tools.ts'
import { show } from '#web/ui/show.ts'
import type { Column } from '#web/ui/table.tsx'
import { useDeskAddress } from '#web/lists/desk-address.ts'
import { DeskSearch } from './desk-search.tsx'
import { MailDialog } from './mail-dialog.tsx'
import { MailState, nextAttempt } from './mail-state.tsx'
import { PagedTable } from './paged-table.tsx'
import { when } from '#web/ui/when.ts'

/** All mails of the shop: sent, waiting and failed. */
export function Component() {
  const { q, page } = useDeskAddress()
  const query = useQuery({
    ...apiQuery(call, 'GET /admin/mail', { query: { q, page } }),
    placeholderData: keepPreviousData,
  })
  const delivers = query.data?.delivers ?? true
  return (
    <section aria-label="Mail">
      <div className="mb-5">
        <DeskSearch label="Search mails" what="Recipient or subject" />
      </div>
      {!delivers && (
        <p className="mb-4 text-soft">No mail server is set (SMTP_URL): mails stay here for you to read.</p>
      )}
      <PagedTable
        query={query}
        caption="Mails"
        columns={columns(delivers)}
        failure="Couldn’t load the mails."
        empty={q ? 'No mail has that in its recipient or subject.' : 'No mails yet.'}
      />
    </section>
  )
}

const columns = (delivers: boolean): Column<Mail>[] => [
  {
    key: 'subject',
    head: 'Subject',
    title: true,
    cell: (mail) => (
      <button
        type="button"
        onClick={() => show(<MailDialog mail={mail} delivers={delivers} />)}
        className="min-h-6 text-left font-semibold underline decoration-rail underline-offset-4 wrap-anywhere hover:decoration-ink"
      >
        {mail.subject}
      </button>
    ),
  },
  { key: 'to', head: 'To', cell: ({ to }) => <span className="wrap-anywhere">{to}</span> },
  { key: 'kind', head: 'Kind', cell: ({ kind }) => kind },
  { key: 'when', head: 'When', cell: ({ createdAt }) => <span className="num">{when(createdAt)}</span> },
  {
    key: 'state',
    head: 'State',
    cell: ({ state, failure, nextAttemptAt }) => (
      <span>
        <MailState state={state} delivers={delivers} />
        {failure && <span className="block max-w-80 truncate text-[13px] text-soft">{failure}</span>}
        {nextAttemptAt && <span className="num block text-[13px] text-soft">{nextAttempt(nextAttemptAt)}</span>}
      </span>
    ),
  },
]
