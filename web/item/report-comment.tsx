import type { Comment } from '#contract/social.ts'
import { show } from '#web/ui/show.ts'

/** The dialog's code comes with the first report. */
export async function reportComment(comment: Comment) {
  const { ReportDialog } = await import('./report-dialog.tsx')
  show(<ReportDialog comment={comment} />)
}
