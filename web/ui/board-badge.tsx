import type { ReactNode } from 'react'
import { cx } from './cx.ts'

/** Featured, Popular, Trending or New. */
export function BoardBadge({ className, children }: { className?: string; children: ReactNode }) {
  return <span className={cx('board', className)}>{children}</span>
}
