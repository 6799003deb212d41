import type { PromotionStatus } from '#contract/promotion-values.ts'
import { cx } from '#web/ui/cx.ts'
import { Icon } from '#web/ui/icon.tsx'
import { CircleCheck, CirclePause, CircleSlash, CircleX } from '#web/ui/icons.ts'
import { STATUS_WORDS } from './words.ts'

const LOOKS = {
  active: { icon: CircleCheck, tone: 'text-ok' },
  paused: { icon: CirclePause, tone: 'text-warn' },
  canceled: { icon: CircleX, tone: 'text-dim' },
  ended: { icon: CircleSlash, tone: 'text-dim' },
}

/** The state of a promotion, as an icon and a word. */
export const PromotionMark = ({ status }: { status: PromotionStatus }) => (
  <span className="inline-flex items-center gap-1.5 text-[13px] font-semibold whitespace-nowrap">
    <Icon of={LOOKS[status].icon} size={15} className={cx('flex-none', LOOKS[status].tone)} />
    {STATUS_WORDS[status]}
  </span>
)
