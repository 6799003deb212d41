import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import type { Line } from '#contract/line.ts'

export type CardFrameProps = {
  kind: 'beat' | 'pack' | 'kit'
  line: Line
  /** A `Cover` that fills the width: `className="w-full"`. */
  cover: ReactNode
  /** Top left: line code, board. */
  badges?: ReactNode
  /** Bottom right: the play button, with `shadow-pop`. */
  play?: ReactNode
  className?: string
  children: ReactNode
}

/** A card without surface and border: the cover is the card, and its outline shows the kind. */
export function CardFrame({ kind, line, cover, badges, play, className, children }: CardFrameProps) {
  return (
    <article data-line={line} className={cx('group relative flex h-full min-w-0 flex-col', className)}>
      <div className="relative">
        <div className={kind === 'kit' ? 'kit-cut' : cx(kind === 'pack' && 'pack-edge', '*:rounded-sm')}>{cover}</div>
        {badges && (
          <div className={cx('absolute left-2 z-2 flex items-center gap-1', kind === 'pack' ? 'top-5' : 'top-2')}>
            {badges}
          </div>
        )}
        {play && <div className="absolute right-2.5 bottom-2.5 z-2">{play}</div>}
      </div>
      {children}
    </article>
  )
}
