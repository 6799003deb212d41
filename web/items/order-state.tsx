import type { OrderState } from '#contract/orders.ts'
import { cx } from '#web/ui/cx.ts'
import { Icon } from '#web/ui/icon.tsx'
import { CircleAlert, CircleCheck, CircleSlash, Clock, TriangleAlert } from '#web/ui/icons.ts'

const LOOKS: Record<OrderState, { label: string; icon: typeof Clock; tone: string }> = {
  open: { label: 'Not paid yet', icon: Clock, tone: 'text-soft' },
  paid: { label: 'Paid', icon: CircleCheck, tone: 'text-ok' },
  'refund pending': { label: 'Refund pending', icon: Clock, tone: 'text-warn' },
  'partly refunded': { label: 'Partly refunded', icon: TriangleAlert, tone: 'text-warn' },
  refunded: { label: 'Refunded', icon: CircleSlash, tone: 'text-dim' },
  disputed: { label: 'Disputed', icon: CircleAlert, tone: 'text-bad' },
  canceled: { label: 'Canceled', icon: CircleSlash, tone: 'text-dim' },
  expired: { label: 'Expired', icon: CircleSlash, tone: 'text-dim' },
}

export function OrderStatus({ state }: { state: OrderState }) {
  const { label, icon, tone } = LOOKS[state]
  return (
    <span className="inline-flex items-center gap-1.5 text-sm font-semibold whitespace-nowrap">
      <Icon of={icon} size={15} className={cx('flex-none', tone)} />
      {label}
    </span>
  )
}
