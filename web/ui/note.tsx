import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { Icon } from './icon.tsx'
import { Info, TriangleAlert } from './icons.ts'

const TONES = {
  info: { border: 'border-info', color: 'text-info', icon: Info },
  warn: { border: 'border-warn', color: 'text-warn', icon: TriangleAlert },
}

/** Something to know, beside what it is about. */
export function Note({ tone = 'info', children }: { tone?: keyof typeof TONES; children: ReactNode }) {
  const { border, color, icon } = TONES[tone]
  return (
    <p className={cx('flex items-start gap-3 rounded-sm border-l-3 bg-curb px-3.5 py-3 text-[14px] text-soft', border)}>
      <Icon of={icon} size={18} className={cx('mt-0.5 flex-none', color)} />
      <span>{children}</span>
    </p>
  )
}
