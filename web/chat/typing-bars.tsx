import { cx } from '#web/ui/cx.ts'

const bars = [
  'h-[45%]',
  'h-full [animation-delay:-0.3s]',
  'h-3/5 [animation-delay:-0.6s]',
  'h-[85%] [animation-delay:-0.15s]',
]

/** Somebody is typing. Still for people who want less motion. */
export const TypingBars = ({ className }: { className: string }) => (
  <span aria-hidden className={cx('inline-flex items-end gap-0.5', className)}>
    {bars.map((bar) => (
      <i key={bar} className={cx('typing-bar w-[3px] rounded-[1px] bg-current', bar)} />
    ))}
  </span>
)
