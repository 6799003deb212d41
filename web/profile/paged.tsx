import type { ReactNode } from 'react'
import { exactly } from '#web/items/format.ts'
import { Link } from '#web/link.tsx'
import type { ListResult } from '#web/lists/list-result.ts'
import { useTurning } from '#web/lists/use-turning.ts'
import { cx } from '#web/ui/cx.ts'
import { Pager } from '#web/ui/pager.tsx'

type Props<T> = {
  label: string
  result: ListResult<T>
  page: number
  size: number
  /** The things that are counted: beats. */
  noun: string
  to: (page: number) => string
  skeleton: ReactNode
  failed: ReactNode
  empty: ReactNode
  children: (items: T[], first: number) => ReactNode
}

/** One page of a list of a profile, and the way to the others. A turned page moves the focus to the list. */
export function Paged<T>({ label, result, page, size, noun, to, skeleton, failed, empty, children }: Props<T>) {
  const { answer, isLoading, hasFailed } = result
  const { top, turn } = useTurning(page)
  const first = (answer?.page ?? 0) * size + 1
  return (
    <section ref={top} tabIndex={-1} aria-label={label} className="scroll-mt-20 outline-none">
      <h2 className="sr-only">{label}</h2>
      <div aria-busy={isLoading} className={cx('duration-120', isLoading && answer && 'opacity-50')}>
        {!answer && isLoading && skeleton}
        {hasFailed && failed}
        {answer && !isLoading && answer.totalItems === 0 && empty}
        {answer && answer.items.length > 0 && children(answer.items, first)}
        {answer && !isLoading && answer.totalItems > 0 && answer.items.length === 0 && (
          <p className="py-6 text-lg text-soft">
            The list ends before this page.{' '}
            <Link to={to(0)} className="text-ink underline">
              To the first page
            </Link>
          </p>
        )}
      </div>
      {answer && answer.totalPages > 1 && (
        <div className="mt-5 flex flex-wrap items-center justify-between gap-4">
          <p role="status" className="num text-soft">
            {exactly(first)} to {exactly(first + Math.max(answer.items.length, 1) - 1)} of {exactly(answer.totalItems)}
            {answer.capped && '+'} {noun}
          </p>
          <Pager
            label="Pages"
            page={page}
            total={answer.totalPages}
            link={(turned, props) => <Link {...props} to={to(turned)} preventScrollReset onClick={turn} />}
          />
        </div>
      )}
    </section>
  )
}
