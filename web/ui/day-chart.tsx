import { useState, type KeyboardEvent, type ReactNode } from 'react'
import { Table2 } from './icons.ts'
import { Button } from './button.tsx'
import { cx } from './cx.ts'
import { Icon } from './icon.tsx'
import { shortDay } from './short-day.ts'

const long = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'short', day: 'numeric', timeZone: 'UTC' })
/** 2026-11-25 → Wednesday, Nov 25 */
export const longDay = (day: string) => long.format(new Date(day))

type SpanProps<Span extends number | string> = {
  spans: readonly Span[]
  span: Span
  onSpan: (span: Span) => void
  wordOf: (span: Span) => string
}

/** Chooses how many days a chart shows. */
export const SpanButtons = <Span extends number | string>({ spans, span, onSpan, wordOf }: SpanProps<Span>) => (
  <div role="group" aria-label="Days" className="inline-flex rounded-sm bg-curb p-[3px]">
    {spans.map((one) => (
      <button
        key={one}
        type="button"
        aria-pressed={one === span}
        onClick={() => onSpan(one)}
        className={cx(
          'h-7.5 rounded-[4px] px-3 text-[13.5px] font-semibold max-md:px-2',
          one === span ? 'bg-step text-ink' : 'text-soft hover:text-ink',
        )}
      >
        {wordOf(one)}
      </button>
    ))}
  </div>
)

export const TableButton = ({ isTable, onPress }: { isTable: boolean; onPress: () => void }) => (
  <Button look="ghost" size={36} aria-pressed={isTable} onClick={onPress}>
    <Icon of={Table2} size={16} />
    Show as table
  </Button>
)

type Marked = { marked: number | null; onMark: (at: number) => void }
type ChartProps = {
  /** How many columns there are. */
  count: number
  label: string
  /** The words about a marked column. */
  words: (at: number) => ReactNode
  children: (marked: Marked) => ReactNode
}

/** A chart of columns that pointing and arrow keys mark. Its words stand above, and are read aloud. */
export function DayChart({ count, label, words, children }: ChartProps) {
  const [marked, setMarked] = useState<number | null>(null)
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (event.key === 'Escape') setMarked(null)
    if (!step) return
    event.preventDefault()
    setMarked((at) => Math.min(count - 1, Math.max(0, (at ?? count) + step)))
  }
  const isMarked = marked !== null && marked < count
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys mark a day, as pointing does
    <div
      role="group"
      aria-roledescription="chart"
      aria-label={`${label} Arrow keys mark a day.`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the chart is read day by day with arrow keys
      tabIndex={0}
      onKeyDown={onKey}
      onMouseLeave={() => setMarked(null)}
      className="relative rounded-xs"
    >
      <p role="status" className={cx('num min-h-5 text-right text-[13px] text-soft', !isMarked && 'invisible')}>
        {isMarked && words(marked)}
      </p>
      {children({ marked, onMark: setMarked })}
    </div>
  )
}

type BarsProps = Marked & { values: readonly number[]; height: string; isNew?: (at: number) => boolean }

/** One bar for each value; the highest fills the height. */
export function ChartBars({ values, height, marked, onMark, isNew }: BarsProps) {
  const most = Math.max(1, ...values)
  return (
    <ChartColumns className={height}>
      {values.map((value, at) => (
        <ChartColumn key={at} isMarked={at === marked} onMark={() => onMark(at)}>
          <span
            className={cx(
              'block rounded-t-[1px]',
              at === marked || isNew?.(at) ? 'bg-ink' : 'bg-[oklch(0.58_0.012_90)]',
            )}
            style={{ height: `${(value / most) * 100}%` }}
          />
        </ChartColumn>
      ))}
    </ChartColumns>
  )
}

export const ChartColumns = ({ className, children }: { className: string; children: ReactNode }) => (
  <div className={cx('grid auto-cols-[minmax(0,1fr)] grid-flow-col items-end gap-1 border-b border-rail', className)}>
    {children}
  </div>
)

type ColumnProps = { isMarked: boolean; onMark: () => void; children: ReactNode }

export const ChartColumn = ({ isMarked, onMark, children }: ColumnProps) => (
  <div
    aria-hidden
    onMouseEnter={onMark}
    className={cx('flex h-full min-w-0 flex-col justify-end', isMarked && 'bg-[oklch(1_0_0/.05)]')}
  >
    {children}
  </div>
)

/** Some of the days below a chart that ends today. */
export const ChartDays = ({ days }: { days: readonly string[] }) => (
  <div aria-hidden className="num flex justify-between text-[12px] text-dim">
    {[0, 0.25, 0.5, 0.75].map((part) => (
      <span key={part}>{days.length > 0 && shortDay(days[Math.floor(part * days.length)]!)}</span>
    ))}
    <span>Today</span>
  </div>
)

/** The days of a chart in a box that scrolls, so that a year takes no more room than a week. */
export const ChartTable = ({ children }: { children: ReactNode }) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls it
  <div role="region" aria-label="Days" tabIndex={0} className="max-h-80 overflow-y-auto [--head-top:0px]">
    {children}
  </div>
)
