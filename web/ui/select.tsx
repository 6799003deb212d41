import { ChevronDown } from './icons.ts'
import type { ComponentProps } from 'react'
import { controlHeights, type ControlSize } from './control-heights.ts'
import { cx } from './cx.ts'
import { Icon } from './icon.tsx'

export type SelectProps = Omit<ComponentProps<'select'>, 'size'> & { size?: ControlSize }

/** A native select: Radix' one writes a <style>, which the content policy refuses, and a phone's own list is better. */
export function Select({ size = 48, className, ...props }: SelectProps) {
  return (
    <span className={cx('relative block', className)}>
      <select {...props} className={cx('control appearance-none truncate pr-10', controlHeights[size])} />
      <Icon
        of={ChevronDown}
        size={18}
        className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-soft"
      />
    </span>
  )
}
