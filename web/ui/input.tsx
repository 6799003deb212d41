import type { ComponentProps } from 'react'
import { cx } from './cx.ts'

const heights = { 40: 'h-10 md:text-sm', 48: '', 52: 'h-13' }

export type InputProps = Omit<ComponentProps<'input'>, 'size'> & { size?: keyof typeof heights }

export function Input({ size = 48, className, ...props }: InputProps) {
  return <input {...props} className={cx('control', heights[size], className)} />
}
