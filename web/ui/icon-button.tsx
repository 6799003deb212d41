import type { ComponentProps } from 'react'
import { cx } from './cx.ts'

export type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label'> & { label: string }

/** 40 px, for one icon. A toggle gets `aria-pressed`. */
export function IconButton({ label, className, ...props }: IconButtonProps) {
  return <button type="button" {...props} aria-label={label} className={cx('ico', className)} />
}
