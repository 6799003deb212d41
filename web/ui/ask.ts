import { tellLoadTrouble } from '#web/on-demand/load-trouble.ts'
import { onDemand } from '#web/on-demand/on-demand.ts'
import type { Question } from './show.ts'

const dialog = onDemand(() => import('./ask-now.tsx'))

/** `if (await ask({ title: 'Delete beat?', action: 'Delete' })) …`, callable anywhere. Without its code the answer is no. */
export async function ask(question: Question): Promise<boolean> {
  try {
    const { askNow } = await dialog.load()
    return await askNow(question)
  } catch (error) {
    tellLoadTrouble(error)
    return false
  }
}
