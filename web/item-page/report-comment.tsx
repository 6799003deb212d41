import type { Comment } from '#contract/social.ts'
import { show } from '#web/ui/show.ts'
import { tellUnloaded } from '#web/ui/tell-unloaded.ts'

/** The dialog's code comes with the first report. */
export const reportComment = (comment: Comment) =>
  void import('./report-dialog.tsx').then(({ ReportDialog }) => show(<ReportDialog comment={comment} />), tellUnloaded)
