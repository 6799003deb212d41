import type { ComponentProps } from 'react'
import { cx } from './cx.ts'

export type ProgressProps = Omit<ComponentProps<'progress'>, 'aria-label'> & {
  label: string
  /** 0 to `max`, which is 1. Without a value the bar only says that work goes on. */
  value?: number | undefined
}

export function Progress({ label, className, ...props }: ProgressProps) {
  return <progress {...props} aria-label={label} className={cx('progress', className)} />
}
