import type { ReactNode } from 'react'
import { Link } from '#web/link.tsx'
import { cx } from '#web/ui/cx.ts'
import { Failed } from '#web/ui/failed.tsx'
import { Pager } from '#web/ui/pager.tsx'
import type { ListResult } from './list-result.ts'
import { writeList } from './list-address.ts'
import { manyItems } from './list-words.ts'
import type { List } from './use-list-state.ts'
import { useTurning } from './use-turning.ts'

export type ResultsProps<T> = List & {
  result: ListResult<T>
  /** The counted thing: result, track, user. */
  noun: string
  /** Shown until the first answer, in its size. */
  skeleton: ReactNode
  empty: ReactNode
  failure: string
  /** Between the count and the list: the active filters. */
  active?: ReactNode
  children: (items: T[], firstRank: number) => ReactNode
}

export function Results<T>({ result, noun, skeleton, empty, failure, active, children, ...list }: ResultsProps<T>) {
  const { answer, isLoading, hasFailed, retry } = result
  const { top, turn } = useTurning(list.state.page)
  const nothing = answer && !isLoading && answer.items.length === 0
  return (
    <section ref={top} tabIndex={-1} aria-label="Results" className="min-w-0 scroll-mt-20 outline-none">
      <h2 className="sr-only">Results</h2>
      <div className="flex min-h-9 flex-wrap items-center gap-x-4 gap-y-2">
        <p role="status" className="num text-soft">
          <Count result={result} noun={noun} />
        </p>
        {active}
      </div>
      <div aria-busy={isLoading} className={cx('mt-4 duration-120', isLoading && answer && 'opacity-50')}>
        {!answer && isLoading && skeleton}
        {hasFailed && <Failed again={retry}>{failure}</Failed>}
        {nothing && (answer.totalItems > 0 ? <PastTheEnd {...list} /> : empty)}
        {answer && answer.items.length > 0 && children(answer.items, answer.page * list.screen.limit + 1)}
      </div>
      {answer && (
        <Pager
          label="Pages"
          className="mt-10"
          page={list.state.page}
          total={answer.totalPages}
          link={(page, props) => (
            <Link {...props} to={writeList(list.screen, { ...list.state, page })} preventScrollReset onClick={turn} />
          )}
        />
      )}
    </section>
  )
}

function Count<T>({ result: { answer, isLoading, hasFailed }, noun }: { result: ListResult<T>; noun: string }) {
  if (isLoading) return 'Searching…'
  const count = manyItems(answer?.totalItems ?? 0, answer?.capped, noun)
  return hasFailed ? `${count} • something went wrong` : count
}

const PastTheEnd = ({ screen, state }: List) => (
  <p className="py-6 text-lg text-soft">
    The list ends before this page.{' '}
    <Link to={writeList(screen, { ...state, page: 0 })} className="text-ink underline">
      To the first page
    </Link>
  </p>
)
