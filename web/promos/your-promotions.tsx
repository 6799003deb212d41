import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Promotion } from '#contract/promotions.ts'
import { coverFolder } from '#web/items/cover-folder.ts'
import { localShortDay } from '#web/ui/local-day.ts'
import { kinds } from '#web/items/kinds.ts'
import { Link } from '#web/link.tsx'
import { paths } from '#web/paths.ts'
import { PromotionMark } from '#web/promotions/status-mark.tsx'
import { usePromotionActions } from '#web/promotions/use-promotions.ts'
import { isRunning, tierName } from '#web/promotions/words.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Cover } from '#web/ui/cover.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Failed } from '#web/ui/failed.tsx'
import { LineCode } from '#web/ui/line-code.tsx'
import { RowSkeleton } from '#web/ui/skeleton.tsx'
import { EndedTable } from './ended-table.tsx'
import { ReportDialog } from './report-dialog.tsx'
import { Report, ReportDownload } from './report.tsx'

type Props = {
  mine: UseQueryResult<Promotion[]>
  /** The promotion that the address names. */
  named: number | null
}

/** Running promotions with their reports, then those that have ended. */
export function YourPromotions({ mine: { data, isError, refetch }, named }: Props) {
  const list = useFocusOf(data)
  const opened = useNamed(data, named)
  if (isError && !data) return <Failed again={refetch}>Couldn’t load your promotions.</Failed>
  if (!data)
    return (
      <div role="status" aria-busy aria-label="Loading your promotions">
        {[1, 2, 3].map((row) => (
          <RowSkeleton key={row} />
        ))}
      </div>
    )
  if (data.length === 0)
    return (
      <EmptyState
        action={
          <Link to={paths.promos()} className={buttonClass({ look: 'rail' })}>
            New promotion
          </Link>
        }
      >
        No promotions yet
      </EmptyState>
    )
  const ended = data.filter((promotion) => !isRunning(promotion))
  return (
    <div
      ref={list}
      role="group"
      tabIndex={-1}
      aria-label="Your promotions"
      className="grid grid-cols-1 gap-14 outline-none"
    >
      {data.filter(isRunning).map((promotion) => (
        <Running key={promotion.id} promotion={promotion} />
      ))}
      {ended.length > 0 && <EndedTable promotions={ended} />}
      {opened && <ReportDialog key={opened.id} promotion={opened} />}
    </div>
  )
}

/** A promotion that was canceled or run once more moves, and its pressed button goes: the focus stays on the list. */
function useFocusOf(promotions: readonly Promotion[] | undefined) {
  const list = useRef<HTMLDivElement>(null)
  const places = promotions?.map(({ id, status }) => `${id} ${status}`).join()
  const before = useRef(places)
  useEffect(() => {
    const hasMoved = before.current !== undefined && before.current !== places
    before.current = places
    if (hasMoved && document.activeElement === document.body) list.current?.focus({ preventScroll: true })
  }, [places])
  return list
}

/** The named promotion. The page moves to it if it runs; it has a dialog if it has ended. */
function useNamed(promotions: readonly Promotion[] | undefined, named: number | null) {
  const promotion = promotions?.find(({ id }) => id === named)
  const article = promotion && isRunning(promotion) ? articleOf(promotion) : null
  useEffect(() => {
    if (article) document.getElementById(article)?.scrollIntoView()
  }, [article])
  return promotion && !isRunning(promotion) ? promotion : undefined
}

const articleOf = ({ id }: Promotion) => `promotion-${id}`

function Running({ promotion }: { promotion: Promotion }) {
  const { id, kind, title, thumb, slug, style, days, status, pausedFor, startedAt, endsAt, canCancel } = promotion
  const { cancel, isCanceling } = usePromotionActions()
  return (
    <article id={articleOf(promotion)} data-line={style?.line} aria-label={`Promotion of ${title}`}>
      <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-5 gap-y-4 md:grid-cols-[auto_minmax(0,1fr)_auto]">
        <span className={kinds[kind].silhouette}>
          <Cover src={thumb ? coverFolder(thumb) : ''} size={88} className="size-22 rounded-sm" />
        </span>
        <div className="min-w-0">
          <h2 className="text-[26px] leading-tight font-bold">{title}</h2>
          <p className="num mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-[14px] text-soft">
            {style && (
              <LineCode line={style.line} className="text-[12px]">
                {style.code}
              </LineCode>
            )}
            {tierName(promotion)} <Slash /> {days} days <Slash /> {localShortDay(startedAt)} to {localShortDay(endsAt)}
            <PromotionMark status={status} />
          </p>
          {pausedFor && <p className="mt-1 text-[14px] text-warn">{pausedFor}</p>}
        </div>
        <div className="flex flex-wrap gap-2 max-md:col-span-2">
          {slug && (
            <Link to={paths.item({ kind, slug })} className={buttonClass({ look: 'rail', size: 36 })}>
              Open<span className="sr-only"> {title}</span>
            </Link>
          )}
          <ReportDownload promotion={promotion} />
          {canCancel && (
            <Button look="ghost" size={36} loading={isCanceling} onClick={() => void cancel(id)}>
              Cancel<span className="sr-only"> the promotion of {title}</span>
            </Button>
          )}
        </div>
      </div>
      <Report promotion={promotion} />
    </article>
  )
}

const Slash = () => (
  <span aria-hidden className="text-dim">
    /
  </span>
)
