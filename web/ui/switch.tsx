import type { ComponentProps } from 'react'
import { cx } from './cx.ts'

/** For a setting that takes effect at once; a form that is sent uses a checkbox. Children are the label. */
export function Switch({ className, children, ...props }: Omit<ComponentProps<'input'>, 'type' | 'role' | 'size'>) {
  return (
    <label className={cx('inline-flex items-center gap-3 has-enabled:cursor-pointer', className)}>
      {/* oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox tells its own state */}
      <input {...props} type="checkbox" role="switch" className="switch" />
      {children}
    </label>
  )
}
