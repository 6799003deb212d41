import type { ComponentProps } from 'react'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'

type Props = { submit: ComponentProps<typeof Button>; label: string; danger?: boolean; onClose: () => void }

/** The buttons below a form that stands in the place of a dialog's facts. */
export const ActButtons = ({ submit, label, danger, onClose }: Props) => (
  <div className="flex flex-wrap justify-end gap-2.5 max-md:*:flex-1">
    <Button onClick={onClose}>Back</Button>
    <Button {...submit} look={danger ? 'rail' : 'paper'} className={cx(danger && 'border-bad text-bad') || undefined}>
      {label}
    </Button>
  </div>
)
