import type { ComponentProps } from 'react'
import { controlHeights, type ControlSize } from './control-heights.ts'
import { cx } from './cx.ts'

export type InputProps = Omit<ComponentProps<'input'>, 'size'> & { size?: ControlSize }

export function Input({ size = 48, className, ...props }: InputProps) {
  return <input {...props} className={cx('control', controlHeights[size], className)} />
}
