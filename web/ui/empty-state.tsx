import { Upload } from './icons.ts'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { Icon } from './icon.tsx'

export type EmptyStateProps = { className?: string; action?: ReactNode; children: ReactNode }

/** A placeholder of the size of a card. Its children are the sentence. */
export function EmptyState({ className, action, children }: EmptyStateProps) {
  return (
    <div className={cx('w-54', className)}>
      <div className="grid aspect-square place-items-center rounded-sm border-2 border-dashed border-edge text-edge">
        <Icon of={Upload} size={32} className="stroke-[1.5]" />
      </div>
      <p className="mt-3 text-base text-soft">{children}</p>
      {action && <div className="mt-3">{action}</div>}
    </div>
  )
}
