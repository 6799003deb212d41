import { Ban, CircleAlert, CircleCheck, CirclePause, CircleX, Clock, Loader, Lock, PencilLine } from '#web/ui/icons.ts'
import type { StatusLabel } from '#contract/studio-values.ts'
import { Icon } from '#web/ui/icon.tsx'

const looks: Record<StatusLabel, { icon: typeof Clock; color: string }> = {
  Published: { icon: CircleCheck, color: 'text-ok' },
  'In review': { icon: Clock, color: 'text-info' },
  Processing: { icon: Loader, color: 'text-info' },
  Draft: { icon: PencilLine, color: 'text-dim' },
  Failed: { icon: CircleAlert, color: 'text-bad' },
  Paused: { icon: CirclePause, color: 'text-dim' },
  Rejected: { icon: CircleX, color: 'text-bad' },
  'Taken down': { icon: Ban, color: 'text-bad' },
  Sold: { icon: Lock, color: 'text-ink' },
}

export function StatusMark({ status }: { status: StatusLabel }) {
  const { icon, color } = looks[status]
  return (
    <span className="inline-flex items-center gap-1.5 text-[14px] font-semibold whitespace-nowrap">
      <Icon of={icon} size={16} className={color} />
      {status}
    </span>
  )
}
