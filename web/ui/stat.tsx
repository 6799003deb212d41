import type { ReactNode } from 'react'
import { cx } from './cx.ts'

/** Two columns, four from 769 px. */
export function Stats({ className, children }: { className?: string; children: ReactNode }) {
  return <dl className={cx('grid grid-cols-2 gap-x-8 gap-y-6 md:grid-cols-4', className)}>{children}</dl>
}

export function Stat({ label, value }: { label: ReactNode; value: ReactNode }) {
  return (
    <div className="flex flex-col-reverse justify-end">
      <dt className="mt-1.5 text-[13px] text-dim">{label}</dt>
      <dd className="disp num text-[44px] wrap-anywhere normal-case">{value}</dd>
    </div>
  )
}
