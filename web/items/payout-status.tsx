import type { PayoutStatus as Status } from '#contract/payout-values.ts'
import { cx } from '#web/ui/cx.ts'
import { Icon } from '#web/ui/icon.tsx'
import { CircleAlert, CircleCheck, CircleSlash, Clock } from '#web/ui/icons.ts'

const LOOKS: Record<Status, { label: string; icon: typeof Clock; tone: string }> = {
  requested: { label: 'Requested', icon: Clock, tone: 'text-soft' },
  processing: { label: 'Processing', icon: Clock, tone: 'text-soft' },
  unclaimed: { label: 'Unclaimed', icon: CircleAlert, tone: 'text-warn' },
  paid: { label: 'Paid', icon: CircleCheck, tone: 'text-ok' },
  failed: { label: 'Failed', icon: CircleAlert, tone: 'text-bad' },
  returned: { label: 'Returned', icon: CircleAlert, tone: 'text-bad' },
  canceled: { label: 'Canceled', icon: CircleSlash, tone: 'text-dim' },
}

/** How a payout stands, with a sentence below. */
export function PayoutStatus({ status, note }: { status: Status; note: string | null }) {
  const { label, icon, tone } = LOOKS[status]
  return (
    <div className="max-md:text-right">
      <span className="inline-flex items-center gap-1.5 text-sm font-semibold whitespace-nowrap">
        <Icon of={icon} size={15} className={cx('flex-none', tone)} />
        {label}
      </span>
      {note && <span className="block text-[13px] text-dim">{note}</span>}
    </div>
  )
}
