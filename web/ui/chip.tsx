import { Check } from './icons.ts'
import { cx } from './cx.ts'
import { Icon } from './icon.tsx'
import { Press, type PressProps } from './press.tsx'

export type ChipProps = Omit<PressProps, 'aria-pressed'> & { pressed: boolean }

/** A toggle of a filter. The tick, not only the surface, says that it is on. */
export function Chip({ pressed, className, children, ...props }: ChipProps) {
  return (
    <Press
      {...props}
      aria-pressed={pressed}
      className={cx(
        'inline-flex h-9 flex-none items-center gap-1.5 rounded-sm border px-3 text-sm font-semibold whitespace-nowrap duration-120 disabled:opacity-40',
        pressed
          ? 'border-ink bg-ink text-night'
          : 'border-edge text-soft not-disabled:hover:border-ink not-disabled:hover:text-ink',
        className,
      )}
    >
      {pressed && <Icon of={Check} size={15} className="stroke-3 -ml-0.5" />}
      {children}
    </Press>
  )
}
