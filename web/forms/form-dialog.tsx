import { useEffect, useRef } from 'react'
import { ask } from '#web/ui/ask.ts'
import { Dialog, type DialogProps } from '#web/ui/dialog.tsx'
import { useShown } from '#web/ui/show.ts'
import { useBackCloses } from '#web/ui/use-back-closes.ts'
import { useNarrow } from '#web/ui/use-narrow.ts'
import { hasUnsavedIn } from './unsaved.ts'
import { useLeaveGuard } from './use-leave-guard.ts'

const question = {
  title: 'Close without sending?',
  text: 'What you wrote here has not been sent.',
  action: 'Close without sending', // not 'Close': the button in the corner is named so, and keeps the words
  back: 'Keep writing',
  danger: true,
}

type Props = Omit<DialogProps, 'onOpenChange' | 'hasEntry'> & {
  onClose: () => void
  /** For words that no form inside knows (`useUnsaved`). */
  hasUnsaved?: () => boolean
}

/**
 * A dialog with words that would be lost: asks before it closes by Escape, by a press beside it, by its buttons or by Back
 * on a phone, and before its page is left.
 */
export function FormDialog({ onClose, hasUnsaved, children, ...dialog }: Props) {
  const body = useRef<HTMLDivElement>(null)
  const isNarrow = useNarrow()
  const losesWords = () => dialog.open && (hasUnsaved?.() || hasUnsavedIn(body.current))
  async function close() {
    if (!losesWords() || (await ask(question))) onClose()
  }
  useEffect(() => {
    if (dialog.open) return () => useShown.getState().asked?.answer(false) // the words were sent while it was open
  }, [dialog.open])
  useLeaveGuard(losesWords)
  useBackCloses(dialog.open && dialog.size === 'short' && isNarrow, () => void close()) // else Back would leave the page
  return (
    <Dialog {...dialog} onOpenChange={(next) => !next && void close()}>
      <div ref={body}>{children}</div>
    </Dialog>
  )
}
