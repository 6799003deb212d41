import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cx } from './cx.ts'

const heights = { 40: 'h-10 md:text-sm', 48: '', 52: 'h-13' }

export type SelectProps = Omit<ComponentProps<'select'>, 'size'> & { size?: keyof typeof heights }

/** Native: Radix' own writes a <style>, which the content policy refuses, and a phone's own list is better. */
export function Select({ size = 48, className, ...props }: SelectProps) {
  return (
    <span className={cx('relative block', className)}>
      <select {...props} className={cx('control appearance-none truncate pr-10', heights[size])} />
      <ChevronDown size={18} className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-soft" />
    </span>
  )
}
