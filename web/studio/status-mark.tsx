import { Ban, CircleAlert, CircleCheck, CirclePause, CircleX, Clock, Loader, Lock, PencilLine } from '#web/ui/icons.ts'
import type { OwnItem } from '#contract/studio-fields.ts'
import type { StatusLabel } from '#contract/studio-values.ts'
import { Icon } from '#web/ui/icon.tsx'
import { waitingOf } from './split-words.ts'

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

type Props = { item: Pick<OwnItem, 'statusLabel' | 'split'> }

/** Where an item stands. One that is published and can't be bought yet says whom it waits for. */
export function StatusMark({ item: { statusLabel, split } }: Props) {
  const asked = statusLabel === 'Published' && split && split.points === null ? split.proposal : null
  const { icon, color } = asked ? { icon: Clock, color: 'text-warn' } : looks[statusLabel]
  return (
    <span className="inline-flex items-center gap-1.5 text-[14px] font-semibold whitespace-nowrap">
      <Icon of={icon} size={16} className={color} />
      {asked ? (asked.isDeclined ? 'Not for sale' : `Waiting for ${waitingOf(asked)}`) : statusLabel}
    </span>
  )
}
