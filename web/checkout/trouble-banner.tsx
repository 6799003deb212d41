import { useEffect, useRef, type ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import { Icon } from '#web/ui/icon.tsx'
import { CircleAlert, TriangleAlert } from '#web/ui/icons.ts'

/** Says why nothing was paid. It takes the focus, so that nobody presses on without having read it. */
export function TroubleBanner({ tone, children }: { tone: 'warn' | 'bad'; children: ReactNode }) {
  const banner = useRef<HTMLDivElement>(null)
  useEffect(() => banner.current?.focus(), [])
  return (
    <div
      ref={banner}
      role="alert"
      tabIndex={-1}
      className={cx(
        'flex items-start gap-3 rounded-sm border-l-3 bg-curb p-4 outline-none',
        tone === 'warn' ? 'border-warn' : 'border-bad',
      )}
    >
      <Icon
        of={tone === 'warn' ? TriangleAlert : CircleAlert}
        size={19}
        className={cx('mt-0.5 flex-none', tone === 'warn' ? 'text-warn' : 'text-bad')}
      />
      <p>{children}</p>
    </div>
  )
}
