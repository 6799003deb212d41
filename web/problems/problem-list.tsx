import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useLocation } from '#web/router/hooks.ts'
import { PROBLEM_REASONS } from '#contract/problem-values.ts'
import type { Problem } from '#contract/problems.ts'
import { call } from '#web/api/call.ts'
import { apiQuery } from '#web/api/tools.ts'
import { coverFolder } from '#web/items/cover-folder.ts'
import { kinds } from '#web/items/kinds.ts'
import { isUnfinished, problemStates } from '#web/items/problem-words.ts'
import { Link } from '#web/link.tsx'
import { useNewsOf } from '#web/live/use-news-of.ts'
import { useLastPage } from '#web/lists/use-last-page.ts'
import { paths } from '#web/paths.ts'
import { GateOfBanned } from '#web/session/gate.tsx'
import { Cover } from '#web/ui/cover.tsx'
import { cx } from '#web/ui/cx.ts'
import { Failed } from '#web/ui/failed.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { RowSkeleton } from '#web/ui/skeleton.tsx'
import { when } from '#web/ui/when.ts'

const NEWS = ['purchase', 'sale'] as const
const READS = ['GET /me/problems'] as const

export const Component = () => (
  <GateOfBanned>
    <Problems />
  </GateOfBanned>
)

/** The problems with what one bought and sold. */
function Problems() {
  const typed = /^[1-9]\d{0,4}$/.exec(new URLSearchParams(useLocation().search).get('page') ?? '')?.[0]
  const page = Number(typed ?? 1) - 1
  const list = useQuery({
    ...apiQuery(call, 'GET /me/problems', { query: { page } }),
    placeholderData: keepPreviousData,
  })
  const { data } = list
  useNewsOf(NEWS, READS)
  useLastPage(list.isPlaceholderData ? undefined : data, paths.problems)
  return (
    <div className="wrap max-w-220 pt-6 pb-16 md:pt-10">
      <h1 className="disp text-[46px] md:text-[64px]">Problems</h1>
      <p className="mt-3 text-soft">Reported with what you bought, or by buyers of what you sold.</p>
      {list.isError && !data && (
        <Failed again={list.refetch} className="mt-8">
          Couldn’t load the problems.
        </Failed>
      )}
      {list.isPending && (
        <div role="status" aria-busy aria-label="Loading problems" className="mt-6">
          {Array.from({ length: 4 }, (_, index) => (
            <RowSkeleton key={index} />
          ))}
        </div>
      )}
      {data?.items.length === 0 && (
        <p className="mt-8 text-lg text-soft">
          No problems. To report one, open the purchase in your{' '}
          <Link to={paths.library()} className="underline underline-offset-3">
            library
          </Link>
          .
        </p>
      )}
      {data && data.items.length > 0 && (
        <ul className="mt-6 border-b border-rail/60">
          {data.items.map((problem) => (
            <Row key={problem.id} problem={problem} />
          ))}
        </ul>
      )}
      <Pager
        label="Pages"
        className="mt-6"
        page={page}
        total={data?.totalPages ?? 0}
        link={(to, props) => <Link {...props} to={paths.problems(to)} />}
      />
    </div>
  )
}

function Row({ problem: { id, item, role, buyer, seller, reason, state, dueAt } }: { problem: Problem }) {
  return (
    <li className="border-t border-rail/60">
      <Link
        to={paths.problem(id)}
        className="num flex min-h-18 flex-wrap items-center gap-x-4 gap-y-1 py-3 hover:bg-curb md:-mx-3 md:px-3"
      >
        <span className={cx('flex-none', kinds[item.kind].silhouette)}>
          <Cover src={coverFolder(item.coverUrl ?? '')} size={52} className="size-13 rounded-xs" />
        </span>
        <span className="min-w-0 flex-1 basis-50">
          <span className="block font-semibold wrap-anywhere">{item.title}</span>
          <span className="block text-[14px] text-soft">
            {PROBLEM_REASONS[reason]}, {role === 'seller' ? `from ${buyer.name}` : `sold by ${seller.name}`}
          </span>
        </span>
        <span className="text-right max-md:w-full max-md:pl-17 max-md:text-left">
          <b className={cx('block font-semibold', !isUnfinished(state) && 'text-soft')}>
            {state === 'asked' && role === 'seller' ? 'Waiting for you' : problemStates[state]}
          </b>
          {dueAt && <span className="block text-[13px] text-dim">until {when(dueAt)}</span>}
        </span>
      </Link>
    </li>
  )
}
