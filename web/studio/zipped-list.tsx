import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'

type Props = { label: string; className: string; children: ReactNode }

/** The files or folders of a chosen archive. */
export const ZippedList = ({ label, className, children }: Props) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long list must scroll by keys
  <ol tabIndex={0} aria-label={label} className={cx('mt-3.5 overflow-y-auto', className)}>
    {children}
  </ol>
)
