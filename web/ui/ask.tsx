import { tellLoadTrouble } from '#web/on-demand/load-trouble.ts'
import { onDemand } from '#web/on-demand/on-demand.ts'
import { confirm, type Question } from './confirm.ts'
import { show } from './show.ts'

const dialog = onDemand(() => import('./confirm-dialog.tsx'))

/** `if (await ask({ title: 'Delete beat?', action: 'Delete' })) …`, callable anywhere. Without its code the answer is no. */
export async function ask(question: Question): Promise<boolean> {
  try {
    const { ConfirmDialog } = await dialog.load()
    const answer = confirm(question)
    show(<ConfirmDialog />)
    return await answer
  } catch (error) {
    tellLoadTrouble(error)
    return false
  }
}
