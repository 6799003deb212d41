import { useSession } from '#web/session/session.ts'
import { useStay } from '#web/session/use-stay.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { TriangleAlert } from '#web/ui/icons.ts'
import { when } from '#web/ui/when.ts'

/** Stands on every page while the account of the visitor is about to be deleted. */
export default function LeavingBanner() {
  const leavesAt = useSession((session) => session.auth?.leavesAt)
  const stay = useStay()
  if (!leavesAt) return null
  return (
    <aside aria-label="Your account" className="border-b border-rail bg-curb">
      <div className="wrap flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-2.5">
        <p className="flex items-start gap-2.5 text-sm text-soft">
          <Icon of={TriangleAlert} size={17} className="mt-0.5 flex-none text-warn" />
          <span>
            <strong className="text-ink">Your account will be deleted</strong> on {when(leavesAt)}. Your items are
            hidden.
          </span>
        </p>
        <Button size={36} loading={stay.pending} onClick={() => void stay.run(undefined)}>
          Keep my account
        </Button>
      </div>
    </aside>
  )
}
