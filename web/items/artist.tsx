import type { Item } from '#contract/item.ts'
import { Link } from '#web/link.tsx'
import { paths } from '#web/paths.ts'
import { cx } from '#web/ui/cx.ts'
import { LineCode } from '#web/ui/line-code.tsx'
import { PlanSeal } from '#web/ui/plan-seal.tsx'

type Shown = Pick<Item, 'artistName' | 'ownerPlan' | 'style'> & Partial<Pick<Item, 'ownerId' | 'bpm'>>
type Props = {
  item: Shown
  withCode?: boolean
  /** For the player's bar: without the tempo, and in a window that is not wide without the code. */
  compact?: boolean
}

/** The producer of an item, and the place of its style. A cart does not know the producer's page. */
export function Artist({ item, withCode = false, compact = false }: Props) {
  const { artistName, ownerId, ownerPlan, style } = item
  return (
    <p className="num flex min-w-0 items-center gap-1.5 text-[14px] text-soft">
      {withCode && style && (
        <LineCode line={style.line} className={cx('text-[12px]', compact && 'max-xl:hidden')}>
          {style.code}
        </LineCode>
      )}
      {ownerId === undefined ? (
        <span className="truncate leading-6">{artistName}</span>
      ) : (
        <Link to={paths.profile(ownerId)} className="truncate leading-6 hover:text-ink hover:underline">
          {artistName}
        </Link>
      )}
      {ownerPlan !== 'free' && <PlanSeal plan={ownerPlan} />}
      {withCode && !compact && item.bpm && <span className="flex-none text-dim max-md:hidden">{item.bpm} BPM</span>}
    </p>
  )
}
