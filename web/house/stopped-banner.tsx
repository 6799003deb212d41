import { SWITCH_WORDS } from '#contract/house-values.ts'
import { Icon } from '#web/ui/icon.tsx'
import { TriangleAlert } from '#web/ui/icons.ts'
import { when } from '#web/ui/when.ts'
import { useStopped } from './use-stopped.ts'

/** Stands on every tab of the desk, so that nobody forgets what is stopped. */
export function StoppedBanner() {
  const stopped = useStopped()
  if (stopped.length === 0) return null
  return (
    <aside aria-label="Stopped" className="border-b border-rail bg-curb">
      <ul className="wrap grid gap-1 py-2.5 text-sm text-soft">
        {stopped.map(({ what, reason, since }) => (
          <li key={what} className="flex items-start gap-2.5">
            <Icon of={TriangleAlert} size={17} className="mt-0.5 flex-none text-warn" />
            <span className="wrap-anywhere">
              <strong className="text-ink">{SWITCH_WORDS[what].name} stopped</strong> since {when(since)}: {reason}
            </span>
          </li>
        ))}
      </ul>
    </aside>
  )
}
