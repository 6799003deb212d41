import { ConfirmDialog } from './confirm-dialog.tsx'
import { confirm, type Question } from './confirm.ts'
import { show } from './show.ts'

/** Shows the question, and gives its answer. */
export function askNow(question: Question): Promise<boolean> {
  const answer = confirm(question)
  show(<ConfirmDialog />)
  return answer
}
