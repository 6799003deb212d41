import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Report } from '#contract/reports.ts'
import { call } from '#web/api/call.ts'
import { apiQuery } from '#web/api/tools.ts'
import { useAction } from '#web/api/use-action.ts'
import { exactly } from '#web/items/format.ts'
import { kinds } from '#web/items/kinds.ts'
import { TakeDownDialog } from '#web/items/take-down-dialog.tsx'
import { Link } from '#web/link.tsx'
import { useDeskAddress } from '#web/lists/desk-address.ts'
import { useLastPage } from '#web/lists/use-last-page.ts'
import { paths } from '#web/paths.ts'
import { ask } from '#web/ui/ask.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Failed } from '#web/ui/failed.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { show } from '#web/ui/show.ts'
import { RowSkeleton } from '#web/ui/skeleton.tsx'
import { useNow } from '#web/ui/use-now.ts'
import { ageWords } from './age-words.ts'

const refresh = [
  'GET /admin/reports',
  'GET /admin/overview/waiting',
  'GET /admin/actions',
  'GET /admin/submissions',
] as const

/** Open reports, the oldest first. */
export function Component() {
  const { page, addressOfPage } = useDeskAddress()
  const list = useQuery({
    ...apiQuery(call, 'GET /admin/reports', { query: { page } }),
    placeholderData: keepPreviousData,
  })
  useLastPage(list.data, addressOfPage)
  const { data } = list
  return (
    <section aria-label="Reports">
      <h2 className="text-xl font-bold">Reports</h2>
      {data && data.totalItems > 0 && (
        <p className="num mt-1 text-soft">
          {exactly(data.totalItems)} open. Closing one closes all others about the same thing.
        </p>
      )}
      {list.isError && !data && (
        <Failed again={list.refetch} className="mt-6">
          Couldn’t load the reports.
        </Failed>
      )}
      {list.isPending && (
        <div role="status" aria-busy aria-label="Loading reports" className="mt-5">
          {Array.from({ length: 4 }, (_, index) => (
            <RowSkeleton key={index} />
          ))}
        </div>
      )}
      {data?.items.length === 0 && <p className="mt-6 text-lg text-soft">Nothing is reported.</p>}
      {data && data.items.length > 0 && (
        <>
          <ul className="mt-5 border-b border-rail/60">
            {data.items.map((report) => (
              <ReportRow key={report.id} report={report} />
            ))}
          </ul>
          <Pager
            label="Pages of reports"
            className="mt-6"
            page={page}
            total={data.totalPages}
            link={(to, props) => <Link {...props} to={addressOfPage(to)} />}
          />
        </>
      )}
    </section>
  )
}

const what = { comment: 'Comment by', person: 'Person:', message: 'Message by', item: '' }

function ReportRow({ report }: { report: Report }) {
  const { about, person, item, text, excerpt, isGone, reason, by, createdAt } = report
  const now = useNow()
  return (
    <li className="flex flex-wrap items-start gap-x-6 gap-y-3 border-t border-rail/60 py-4">
      <div className="min-w-0 flex-1 basis-80 wrap-anywhere">
        <p className="font-bold">
          {item && about === 'item' && `${kinds[item.kind].name}: `}
          {what[about]} {item && about === 'item' ? <ItemLink item={item} /> : <PersonLink person={person} />}
          {item && about === 'item' && (
            <span className="font-medium text-soft">
              {' '}
              by <PersonLink person={person} />
            </span>
          )}
          {item && about === 'comment' && (
            <span className="font-medium text-soft">
              {' '}
              on <ItemLink item={item} hash="#comments" />
            </span>
          )}
        </p>
        {text && <blockquote className="mt-2 border-l-3 border-rail pl-3 text-soft">{text}</blockquote>}
        {excerpt.length > 0 && (
          <ol aria-label="The message and those around it" className="mt-2 grid gap-1 border-l-3 border-rail pl-3">
            {excerpt.map((one) => (
              <li key={one.id} className={cx('whitespace-pre-line', one.isReported ? 'text-ink' : 'text-dim')}>
                {one.isReported && <span className="sr-only">Reported: </span>}
                <b className="font-semibold">{one.by.name}:</b> <bdi>{one.text || 'Nothing written'}</bdi>
              </li>
            ))}
          </ol>
        )}
        <p className="mt-2">{reason || <span className="text-dim">No reason given.</span>}</p>
        <p className="mt-1 text-[13px] text-dim">
          Reported by <PersonLink person={by} /> {ageWords(createdAt, now)}
          {isGone && '. It is not shown any more'}
        </p>
      </div>
      <Doings report={report} />
    </li>
  )
}

type Item = NonNullable<Report['item']>
const ItemLink = ({ item, hash = '' }: { item: Item; hash?: string }) => (
  <Link to={paths.item(item) + hash} className="underline hover:text-ink">
    {item.title}
  </Link>
)
const PersonLink = ({ person }: { person: Report['person'] }) => (
  <Link to={paths.profile(person.id)} className="underline hover:text-ink">
    {person.name}
  </Link>
)

function Doings({ report: { id, about, item, person, isGone } }: { report: Report }) {
  const params = { id }
  const dismiss = useAction({
    send: () => call('POST /admin/reports/:id/dismiss', { params }),
    success: 'The report is dismissed.',
    failure: 'Couldn’t dismiss the report.',
    refresh,
  })
  const remove = useAction({
    send: () => call('POST /admin/reports/:id/remove-comment', { params }),
    success: 'The comment is removed.',
    failure: 'Couldn’t remove the comment.',
    refresh,
  })
  const removeMessage = useAction({
    send: () => call('POST /admin/reports/:id/remove-message', { params }),
    success: 'The message is removed.',
    failure: 'Couldn’t remove the message.',
    refresh,
  })
  const takeDown = (reason: string) => call('POST /admin/reports/:id/take-down', { params, body: { reason } })
  async function askAndRemove() {
    if (await ask({ title: 'Remove comment?', action: 'Remove', danger: true })) await remove.run(undefined)
  }
  async function askAndRemoveMessage() {
    if (await ask({ title: 'Remove message?', action: 'Remove', danger: true })) await removeMessage.run(undefined)
  }
  return (
    <div className="flex flex-wrap gap-2">
      <Button size={36} loading={dismiss.pending} onClick={() => void dismiss.run(undefined)}>
        Dismiss
      </Button>
      {about === 'comment' && !isGone && (
        <Button size={36} loading={remove.pending} onClick={() => void askAndRemove()}>
          Remove comment
        </Button>
      )}
      {about === 'message' && !isGone && (
        <Button size={36} loading={removeMessage.pending} onClick={() => void askAndRemoveMessage()}>
          Remove message
        </Button>
      )}
      {about === 'item' && item && !isGone && (
        <Button size={36} onClick={() => show(<TakeDownDialog item={item} send={takeDown} refresh={refresh} />)}>
          Take down
        </Button>
      )}
      <Link to={paths.desk('people', { q: `#${person.id}` })} className={buttonClass({ look: 'ghost', size: 36 })}>
        Person
        <span className="sr-only"> {person.name}</span>
      </Link>
    </div>
  )
}
