import type { Comment } from '#contract/social.ts'
import { onDemand } from '#web/on-demand/on-demand.ts'
import { show } from '#web/ui/show.ts'

const dialog = onDemand(() => import('./report-dialog.tsx'))

export const reportComment = (comment: Comment) =>
  dialog.use(({ ReportDialog }) => show(<ReportDialog comment={comment} />))
