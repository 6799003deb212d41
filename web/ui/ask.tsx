import type { Question } from './confirm.ts'
import { show } from './show.ts'

/** `if (await ask({ title: 'Delete beat?', action: 'Delete' })) …`, callable anywhere; the dialog's code comes with the first question. */
export async function ask(question: Question): Promise<boolean> {
  const [{ confirm }, { ConfirmDialog }] = await Promise.all([import('./confirm.ts'), import('./confirm-dialog.tsx')])
  const answer = confirm(question)
  show(<ConfirmDialog />)
  return answer
}
