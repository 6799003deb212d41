import type { ReactNode } from 'react'
import { cx } from './cx.ts'

type Props = {
  /** Class of the colored bar at the left. */
  bar: string
  icon: ReactNode
  role: 'alert' | undefined
  className?: string | undefined
  children: ReactNode
}

/** The look of one message over the page. */
export const ToastFrame = ({ bar, icon, role, className, children }: Props) => (
  <div role={role} className={cx('toast slide-in shadow-pop', bar, className)}>
    {icon}
    <div className="min-w-0">{children}</div>
  </div>
)
