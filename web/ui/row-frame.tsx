import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import type { Line } from '#contract/line.ts'

export type RowFrameProps = {
  line: Line
  /** Its sound is in the player. */
  current?: boolean
  /** Null leaves the room of a rank empty. */
  rank?: number | null
  value?: number | undefined
  /** Further attributes of the row. */
  marks?: object | undefined
  className?: string
  /** `RowParts` */
  children: ReactNode
}

/** One `<li>` of 72 px. On the narrowest phones the actions take a second line, so that the names stay readable. */
export function RowFrame({ line, current = false, rank, value, marks, className, children }: RowFrameProps) {
  return (
    <li
      {...marks}
      value={value}
      data-line={line}
      className={cx(
        'group flex items-center gap-3 border-t border-rail/60 py-2.5 max-[359px]:flex-wrap md:gap-4',
        current && 'bg-curb forced-colors:outline',
        className,
      )}
    >
      {rank !== undefined && (
        <span
          className={cx(
            'disp num w-[22px] flex-none text-center text-2xl md:w-[26px]',
            current ? 'text-(--l)' : 'text-dim',
          )}
        >
          {rank}
        </span>
      )}
      {children}
    </li>
  )
}

export type RowPartsProps = {
  /** 52 px, usually a button that plays. */
  cover: ReactNode
  /** 132 by 30 px; not on a phone. */
  wave?: ReactNode
  /** Beside the title, on wide screens. */
  tags?: ReactNode
  actions?: ReactNode
  /** Title and the line below it. */
  children: ReactNode
}

export const RowParts = ({ cover, tags, wave, actions, children }: RowPartsProps) => (
  <>
    <div className="flex-none">{cover}</div>
    <div className="min-w-0 flex-1">{children}</div>
    {tags && <div className="max-h-12 max-w-[28%] flex-none overflow-hidden max-xl:hidden">{tags}</div>}
    {wave && <div className="w-33 flex-none max-md:hidden">{wave}</div>}
    {actions && (
      <div className="flex flex-none items-center gap-1 max-[359px]:w-full max-[359px]:justify-end">{actions}</div>
    )}
  </>
)
