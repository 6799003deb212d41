import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Tag, Upload } from '#web/ui/icons.ts'
import { useState } from 'react'
import type { OwnStats } from '#contract/studio.ts'
import type { OwnItem } from '#contract/studio-fields.ts'
import { OWN_STATUSES, type OwnSort } from '#contract/studio-values.ts'
import { call } from '#web/api/call.ts'
import { apiQuery } from '#web/api/tools.ts'
import { exactly } from '#web/items/format.ts'
import { Link } from '#web/link.tsx'
import { useNewsOf } from '#web/live/use-news-of.ts'
import { TypedSearch } from '#web/lists/typed-search.tsx'
import { useLastPage } from '#web/lists/use-last-page.ts'
import { useSelection } from '#web/lists/use-selection.ts'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { Button } from '#web/ui/button.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Failed } from '#web/ui/failed.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { Select } from '#web/ui/select.tsx'
import { RowSkeleton } from '#web/ui/skeleton.tsx'
import { Stat, Stats } from '#web/ui/stat.tsx'
import { WaitingEntry } from '#web/uploads/waiting-entry.tsx'
import { useWaitingForms } from '#web/uploads/waiting-forms.ts'
import { useNarrow } from '#web/ui/use-narrow.ts'
import { isInSteps } from './added-file.ts'
import { BulkBar } from './bulk-bar.tsx'
import type { Dashboard } from './dashboards.ts'
import { FirstSteps } from './first-steps.tsx'
import { LegalName } from './legal-name.tsx'
import { openUpload } from './open-upload.ts'
import { OwnCards } from './own-cards.tsx'
import { OwnTable } from './own-table.tsx'
import { PendingMoney } from './pending-money.tsx'
import { ProblemsNote } from './problems-note.tsx'
import { TableDownload } from './table-download.tsx'
import { useDashboardAddress } from './use-dashboard-address.ts'
import { WindowsChart, type Span } from './windows-chart.tsx'

/** While items are being processed, the list is asked for again this often. */
const LOOK_AGAIN = 4_000

/** Reviews, sales, promotions and problems, and what processing has found. */
const NEWS = ['approved', 'rejected', 'sale', 'promotion', 'system'] as const
const READS = ['GET /me/items', 'GET /me/stats', 'GET /me/problems', 'GET /me/payouts/summary'] as const

/** The seller's own items of some kinds, and how they do. */
export function DashboardPage({ dashboard }: { dashboard: Dashboard }) {
  const { state, change, address } = useDashboardAddress(dashboard)
  const kinds = dashboard.kinds.join(',')
  const list = useQuery({
    ...apiQuery(call, 'GET /me/items', { query: { kinds, ...state } }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data?.items.some(isInSteps) ? LOOK_AGAIN : false),
  })
  const { data } = list
  useNewsOf(NEWS, READS)
  useLastPage(data, (page) => address({ page }))
  const searchLabel = `Search your ${dashboard.things}`
  const hasNothing = data?.counts.all === 0
  const upload = (
    <Button look="paper" onClick={() => openUpload(dashboard.uploads)}>
      <Icon of={Upload} size={18} />
      Upload
    </Button>
  )
  return (
    <div className="wrap pt-6 pb-16 md:pt-10">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <h1 className="disp text-[46px] md:text-[64px]">{dashboard.title}</h1>
        <div className="flex flex-wrap items-center gap-3">
          <Link to={paths.account('codes')} className={buttonClass({ look: 'ghost' })}>
            <Icon of={Tag} size={18} />
            Codes and deals
          </Link>
          {upload}
        </div>
      </div>
      <ProblemsNote />
      <WaitingForms />
      <Figures dashboard={dashboard} kinds={kinds} hasChart={!hasNothing} />
      {!hasNothing && (
        <div className="mt-9 flex flex-wrap items-center gap-3">
          <TypedSearch
            name={searchLabel}
            label={searchLabel}
            placeholder={`${searchLabel}…`}
            q={state.q}
            onSearch={(q) => change({ q }, { isTyping: true })}
          />
          <div role="group" aria-label="Status" className="flex gap-2 max-md:order-3">
            {OWN_STATUSES.map((status) => (
              <Chip key={status} pressed={status === state.status} onPress={() => change({ status })}>
                {statusNames[status]}
                {data && <span className="num font-medium">{exactly(data.counts[status])}</span>}
              </Chip>
            ))}
          </div>
          <Select
            aria-label="Sort by"
            value={state.sort}
            onChange={({ target }) => change({ sort: target.value as OwnSort })}
            className="w-52 max-md:w-full"
          >
            {dashboard.sorts.map(([sort, name]) => (
              <option key={sort} value={sort}>
                {name}
              </option>
            ))}
          </Select>
        </div>
      )}
      {list.isError && !data && (
        <Failed again={list.refetch} className="mt-8">
          {dashboard.failure}
        </Failed>
      )}
      {list.isPending && (
        <div role="status" aria-busy aria-label="Loading your items" className="mt-6">
          {Array.from({ length: 6 }, (_, index) => (
            <RowSkeleton key={index} />
          ))}
        </div>
      )}
      {hasNothing && (
        <div className="mt-10 flex flex-wrap items-start gap-x-14 gap-y-8">
          <EmptyState action={upload}>{dashboard.empty}</EmptyState>
          <FirstSteps steps={dashboard.steps} />
        </div>
      )}
      {data && !hasNothing && data.items.length === 0 && (
        <p role="status" className="mt-8 text-lg text-soft">
          Nothing here fits that search and filter.
        </p>
      )}
      {data && data.items.length > 0 && (
        <>
          <OwnItems dashboard={dashboard} items={data.items} />
          <div className="mt-4 flex items-center justify-between gap-4">
            <p role="status" className="num text-[14px] text-dim">
              {exactly(data.items.length)} of {exactly(data.totalItems)}
            </p>
            <TableDownload query={{ kinds, q: state.q, status: state.status, sort: state.sort }} />
          </div>
          <Pager
            label="Pages"
            className="mt-6"
            page={state.page}
            total={data.totalPages}
            link={(page, props) => <Link {...props} to={address({ page })} />}
          />
        </>
      )}
      {data && !hasNothing && <LegalName />}
    </div>
  )
}

/** The forms that a reload has closed. */
function WaitingForms() {
  const { forms } = useWaitingForms()
  if (forms.length === 0) return null
  return (
    <section aria-label="Uploads that wait" className="mt-6 grid gap-4 rounded-md bg-curb p-4">
      {forms.map((form) => (
        <WaitingEntry key={form.kind} form={form} />
      ))}
    </section>
  )
}

const statusNames = { all: 'All', published: 'Published', drafts: 'Drafts' }

function OwnItems({ dashboard, items }: { dashboard: Dashboard; items: readonly OwnItem[] }) {
  const selection = useSelection(items.map(({ id }) => id))
  const isNarrow = useNarrow()
  if (!isNarrow) return <OwnTable dashboard={dashboard} items={items} selection={selection} />
  return (
    <>
      <OwnCards items={items} selection={selection} />
      {selection.ids.length > 0 && (
        <div className="fixed inset-x-0 bottom-0 z-41 border-t border-rail bg-wall p-3">
          <BulkBar items={items} selection={selection} hasTiers={dashboard.kinds.includes('BEAT')} />
        </div>
      )}
    </>
  )
}

const NO_STATS: OwnStats = {
  items: 0,
  earnings: 0,
  sales: 0,
  averagePrice: 0,
  plays: 0,
  likes: 0,
  downloads: 0,
  days: [],
}

type FiguresProps = { dashboard: Dashboard; kinds: string; hasChart: boolean }

/** The figures of all items. Search and filter don’t change them. */
function Figures({ dashboard, kinds, hasChart }: FiguresProps) {
  const [span, setSpan] = useState<Span>(30)
  const { data, isError } = useQuery(apiQuery(call, 'GET /me/stats', { query: { kinds, days: 90 } }))
  if (isError) return null // the list below says that loading failed
  const chart = <WindowsChart stats={data ?? NO_STATS} span={span} onSpan={setSpan} />
  return (
    <div aria-busy={!data} className="mt-8 grid gap-x-14 gap-y-8 lg:grid-cols-[minmax(260px,auto)_minmax(0,1fr)]">
      <div>
        <Stats className={cx('content-start md:grid-cols-4', hasChart && 'lg:grid-cols-2')}>
          {dashboard.figures(data ?? NO_STATS).map(([label, value]) => (
            <Stat key={label} label={label} value={data ? value : '…'} />
          ))}
        </Stats>
        <PendingMoney />
      </div>
      {hasChart &&
        (data ? (
          chart
        ) : (
          // a chart without days takes the room of the real one
          <div className="bone">
            <div className="invisible">{chart}</div>
          </div>
        ))}
    </div>
  )
}
