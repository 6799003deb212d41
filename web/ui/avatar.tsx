import { cx } from './cx.ts'
import type { Line } from '#contract/line.ts'

const sizes = {
  24: 'size-6 text-[13px]',
  32: 'size-8 text-[17px]',
  40: 'size-10 text-xl',
  64: 'size-16 text-[32px]',
  96: 'size-24 text-5xl',
  120: 'size-23 text-5xl md:size-30 md:text-6xl',
  152: 'size-23 text-5xl md:size-38 md:text-7xl',
}

export type AvatarProps = {
  name: string
  src?: string | null | undefined
  size?: keyof typeof sizes
  /** The line of the artist's style; without it the disc has no color. */
  line?: Line | undefined
  className?: string
}

/** Decoration: the name stands beside it, or in the link around it. */
export function Avatar({ name, src, size = 40, line, className }: AvatarProps) {
  const box = cx('flex-none rounded-full', sizes[size], className)
  if (src) {
    return <img loading="lazy" src={src} alt="" width={size} height={size} className={cx('object-cover', box)} />
  }
  return (
    <span
      aria-hidden
      data-line={line}
      className={cx(
        'disp inline-grid place-items-center forced-colors:border',
        line ? 'bg-(--l) text-night' : 'bg-step text-ink',
        box,
      )}
    >
      {Array.from(name)[0] ?? '?'}
    </span>
  )
}
