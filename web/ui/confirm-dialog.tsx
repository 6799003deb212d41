import { useState } from 'react'
import { Button } from './button.tsx'
import { useAsked } from './confirm.ts'
import { Dialog } from './dialog.tsx'

/** Shows the open question. The page has one at a time: `ask` shows it, or a dialog that asks about itself holds it. */
export function ConfirmDialog() {
  const asked = useAsked()
  // Keeps the text while the dialog slides away.
  const [last, setLast] = useState(asked)
  if (asked && asked !== last) setLast(asked)
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
