import { ConfirmDialog } from './confirm-dialog.tsx'
import { useShown, type Question } from './show.ts'

/** Shows the question above all dialogs, and gives its answer. A second question answers the first one with no. */
export function askNow(question: Question): Promise<boolean> {
  useShown.getState().asked?.answer(false)
  return new Promise((resolve) => {
    const answer = (yes: boolean) => {
      useShown.setState({ asked: null })
      resolve(yes)
    }
    useShown.setState({ asked: { ...question, answer }, questions: <ConfirmDialog /> })
  })
}
