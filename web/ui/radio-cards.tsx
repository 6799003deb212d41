import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx.ts'

export type RadioCardsProps = { label: string; className?: string; children: ReactNode }

/** A radio group of cards. `className` sets its columns, by its own width: `@xl:grid-cols-2 @4xl:grid-cols-4`. */
export function RadioCards({ label, className, children }: RadioCardsProps) {
  return (
    <div className="@container">
      <div role="radiogroup" aria-label={label} className={cx('grid gap-3', className)}>
        {children}
      </div>
    </div>
  )
}

export type RadioCardProps = Omit<ComponentProps<'input'>, 'type' | 'size' | 'title'> & {
  title: ReactNode
  note?: ReactNode
  /** A mark on the upper edge: 'Recommended'. */
  mark?: ReactNode
  /** A big number below the title; in a narrow group at the right. */
  figure?: ReactNode
}

/** Three cues show the chosen card: surface, border, filled radio. */
export function RadioCard({ title, note, mark, figure, className, children, ...props }: RadioCardProps) {
  return (
    <label
      className={cx(
        'group relative flex flex-col rounded-sm border border-edge/70 bg-curb p-3.5 outline-offset-2 outline-ink duration-120 @xl:p-4',
        'has-enabled:cursor-pointer has-enabled:hover:border-edge has-checked:border-ink! has-checked:bg-wall has-focus-visible:outline-2',
        'has-disabled:opacity-50',
        className,
      )}
    >
      <input {...props} type="radio" className="sr-only" />
      {mark && (
        <span className="absolute -top-[9px] left-3 rounded-xs bg-ink px-1.5 text-[11px] leading-[18px] font-extrabold text-night forced-colors:border">
          {mark}
        </span>
      )}
      <span className="flex items-start justify-between gap-2 @xl:min-h-10">
        <span className="text-[15.5px] leading-tight font-bold">
          {title}
          {note && <span className="block text-[13px] font-medium text-soft">{note}</span>}
        </span>
        <span className="grid size-5 flex-none place-items-center rounded-full border-2 border-edge group-has-checked:border-ink">
          <span className="hidden size-2.5 rounded-full bg-ink group-has-checked:block forced-colors:bg-[Highlight] forced-colors:forced-color-adjust-none" />
        </span>
      </span>
      {figure && (
        <span className="disp num text-[28px] @max-xl:absolute @max-xl:top-3.5 @max-xl:right-12 @xl:mt-3 @xl:text-[42px]">
          {figure}
        </span>
      )}
      {children}
    </label>
  )
}
