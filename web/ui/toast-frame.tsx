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
  <div
    role={role}
    className={cx(
      'slide-in pointer-events-auto flex items-start gap-3 rounded-sm border-l-3 bg-wall py-3 pr-4 pl-3.5 text-[15px] shadow-pop duration-220 ease-slide max-md:w-full md:max-w-100 forced-colors:border-y forced-colors:border-r',
      'transition-[opacity,translate] *:[svg]:mt-px *:[svg]:flex-none',
      bar,
      className,
    )}
  >
    {icon}
    <div className="min-w-0 wrap-anywhere">{children}</div>
  </div>
)
