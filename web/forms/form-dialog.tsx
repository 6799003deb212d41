import { useRef, useState } from 'react'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { Dialog, type DialogProps } from '#web/ui/dialog.tsx'
import { useBackCloses } from '#web/ui/use-back-closes.ts'
import { useNarrow } from '#web/ui/use-narrow.ts'
import { hasUnsavedIn } from './unsaved.ts'

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
 * on a phone. The question is a part of the dialog and stands above it, as a dialog that `ask` shows would take its place.
 */
export function FormDialog({ onClose, hasUnsaved, children, ...dialog }: Props) {
  const body = useRef<HTMLDivElement>(null)
  const [isAsked, setIsAsked] = useState(false)
  const isNarrow = useNarrow()
  const close = async () => {
    if (isAsked) return // Back a second time
    if (!hasUnsaved?.() && !hasUnsavedIn(body.current)) return onClose()
    setIsAsked(true)
    const isSure = await confirm(question)
    setIsAsked(false)
    if (isSure) setTimeout(onClose) // when the focus is back in the dialog, which then gives it back itself
  }
  useBackCloses(dialog.open && dialog.size === 'short' && isNarrow, () => void close()) // else Back would leave the page
  return (
    <Dialog {...dialog} onOpenChange={(next) => !next && void close()}>
      <div ref={body}>{children}</div>
      {isAsked && <ConfirmDialog />}
    </Dialog>
  )
}
