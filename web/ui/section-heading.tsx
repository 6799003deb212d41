import type { ReactNode } from 'react'
import { cx } from './cx.ts'

export type SectionHeadingProps = {
  children: ReactNode
  id?: string
  /** Controls at the right: `View all`, arrows. */
  action?: ReactNode
  /** The number of items, dimmer, behind the heading. */
  count?: ReactNode
  as?: 'h1' | 'h2' | 'h3'
  className?: string
}

export function SectionHeading({ children, id, action, count, as: Heading = 'h2', className }: SectionHeadingProps) {
  return (
    <div className={cx('flex items-end justify-between gap-4', className ?? 'mb-5')}>
      <Heading id={id} className="disp text-[36px] md:text-[44px]">
        {children}
        {count !== undefined && <span className="num text-dim"> {count}</span>}
      </Heading>
      {action}
    </div>
  )
}
