import { useState, type ReactNode } from 'react'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { confirm } from '#web/ui/confirm.ts'

const question = {
  title: 'Close without sending?',
  text: 'What you wrote here has not been sent.',
  action: 'Close without sending', // not 'Close': the button in the corner is named so, and keeps the words
  back: 'Keep writing',
  danger: true,
}

type Closing = { close: () => void; asked: ReactNode }

/**
 * For a dialog with words that would be lost: asks before it closes. The question is a part of the dialog and stands
 * above it, as a dialog that `ask` shows would take its place.
 */
export function useClosing(hasUnsaved: () => boolean, onClose: () => void): Closing {
  const [isAsked, setIsAsked] = useState(false)
  const close = async () => {
    if (!hasUnsaved()) return onClose()
    setIsAsked(true)
    const isSure = await confirm(question)
    setIsAsked(false)
    if (isSure) setTimeout(onClose) // when the focus is back in the dialog, which then gives it back itself
  }
  return { close: () => void close(), asked: isAsked && <ConfirmDialog /> }
}
