import { onDemand } from '#web/on-demand/on-demand.ts'
import { openSignIn } from '#web/session/sign-in-dialog.ts'
import { useSession } from '#web/session/session.ts'
import { show } from '#web/ui/show.ts'
import type { Reported } from './report-dialog.tsx'

const dialog = onDemand(() => import('./report-dialog.tsx'))

/** Opens the form of a report; guests sign in first. `what` completes 'Sign in to report …'. */
export function report(reported: Reported, what: string) {
  if (useSession.getState().auth === null) return openSignIn({ reason: `Sign in to report ${what}.` })
  dialog.use(({ ReportDialog }) => show(<ReportDialog {...reported} />))
}
