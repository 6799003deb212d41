import { CircleAlert } from '#web/ui/icons.ts'
import { useEffect } from 'react'
import { clearLoadTrouble, useLoadTrouble } from '#web/on-demand/load-trouble.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { ToastFrame } from '#web/ui/toast-frame.tsx'

const SHOWN = 4_000

/** Says that code could not be loaded. It is no toast, because the code of toasts may be missing too. */
export function LoadNotice() {
  const { reason, nth } = useLoadTrouble()
  useEffect(() => {
    if (reason !== 'line') return
    const timer = setTimeout(clearLoadTrouble, SHOWN)
    return () => clearTimeout(timer)
  }, [reason, nth])
  if (!reason) return null
  return (
    <div className="toasts">
      <ToastFrame
        key={nth}
        role="alert"
        bar="border-bad"
        icon={<Icon of={CircleAlert} size={20} className="text-bad" />}
      >
        {reason === 'line' ? 'That did not work. Check your connection, or reload the page.' : <Updated />}
      </ToastFrame>
    </div>
  )
}

/** A reload keeps the player, the cart, the address and typed text. */
const Updated = () => (
  <>
    Slide has been updated. Reload the page to go on.
    <Button size={36} className="mt-2 block max-md:h-11" onClick={() => location.reload()}>
      Reload
    </Button>
  </>
)
