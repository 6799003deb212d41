import { cx } from './cx.ts'
import type { Line } from '#contract/line.ts'

export type LineCodeProps = { line: Line; className?: string; children: string }

/** `<LineCode line="uk">UK</LineCode>`. Its font size sets its size: 15 on a cover, 13 and 12 in text. */
export function LineCode({ line, className, children }: LineCodeProps) {
  return (
    <span data-line={line} className={cx('code forced-colors:border', className ?? 'text-[13px]')}>
      {children}
    </span>
  )
}
