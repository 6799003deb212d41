import { CircleAlert } from './icons.ts'
import type { ComponentProps } from 'react'
import { cx } from './cx.ts'
import { Icon } from './icon.tsx'

/** The sentence that says what is wrong with a field or a file. */
export const Fault = ({ children, className, ...props }: ComponentProps<'p'>) => (
  <p {...props} className={cx('flex items-start gap-1.5 text-sm text-bad', className)}>
    {children && (
      <>
        <Icon of={CircleAlert} size={16} className="mt-0.5 flex-none" />
        <span className="wrap-anywhere">{children}</span>
      </>
    )}
  </p>
)
