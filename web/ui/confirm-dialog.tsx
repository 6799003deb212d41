import { useState } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { useShown } from './show.ts'
import { useRootMark } from './use-root-mark.ts'

/** Shows the open question. */
export function ConfirmDialog() {
  const asked = useShown(({ asked }) => asked)
  // Keeps the text while the dialog slides away.
  const [last, setLast] = useState(asked)
  if (asked && asked !== last) setLast(asked)
  useRootMark('asks', asked !== null) // toasts make room
  if (!last) return null
  const close = () => asked?.answer(false)
  return (
    <Dialog
      size="short"
      open={asked !== null}
      onOpenChange={close}
      title={last.title}
      description={last.text}
      footer={
        <>
          {/* the harmless button comes first and gets the focus: Enter loses nothing */}
          <Button onClick={close}>{last.back ?? 'Cancel'}</Button>
          <Button
            look={last.danger ? 'rail' : 'paper'}
            {...(last.danger && { className: 'border-bad text-bad' })}
            onClick={() => asked?.answer(true)}
          >
            {last.action}
          </Button>
        </>
      }
    />
  )
}
