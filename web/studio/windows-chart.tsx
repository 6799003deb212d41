import { Table2 } from '#web/ui/icons.ts'
import { useId, useState, type KeyboardEvent, type ReactNode } from 'react'
import type { OwnStats } from '#contract/studio.ts'
import { exactly, price } from '#web/items/format.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Table, type Column } from '#web/ui/table.tsx'
import { windowsOf } from './windows.ts'

type Day = OwnStats['days'][number]

const long = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'short', day: 'numeric', timeZone: 'UTC' })
const short = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })
const dateOf = ({ day }: Day) => new Date(`${day}T00:00:00Z`)

const SPANS = [7, 30, 90] as const
export type Span = (typeof SPANS)[number]

type Props = { stats: OwnStats; span: Span; onSpan: (span: Span) => void }

/** Plays, likes and sales by days. Each sale is one lit window in the color of its style. */
export function WindowsChart({ stats, span, onSpan }: Props) {
  const heading = useId()
  const [isTable, setIsTable] = useState(false)
  const days = stats.days.slice(-span)
  const { perWindow } = windowsOf(days)
  return (
    <section aria-labelledby={heading} className="grid min-w-0">
      <div className="mb-3.5 flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 id={heading} className="text-base font-bold">
          Plays become likes become sales
        </h2>
        <p className="mr-auto text-[13px] text-dim max-md:order-3 max-md:w-full">
          {perWindow === 1
            ? 'One window is one sale, in the color of its line.'
            : `One window is ${perWindow} sales, in the color of their line.`}
        </p>
        <Button look="ghost" size={36} aria-pressed={isTable} onClick={() => setIsTable(!isTable)}>
          <Icon of={Table2} size={16} />
          Show as table
        </Button>
        <div role="group" aria-label="Days" className="inline-flex rounded-sm bg-curb p-[3px]">
          {SPANS.map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={one === span}
              onClick={() => onSpan(one)}
              className={cx(
                'h-7.5 rounded-[4px] px-3 text-[13.5px] font-semibold',
                one === span ? 'bg-step text-ink' : 'text-soft hover:text-ink',
              )}
            >
              {one} days
            </button>
          ))}
        </div>
      </div>
      {isTable ? (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls it
        <div role="region" aria-label="Days" tabIndex={0} className="max-h-80 overflow-y-auto [--head-top:0px]">
          <Table caption="Days" columns={columns} rows={days.toReversed()} rowKey={({ day }) => day} />
        </div>
      ) : (
        <Bars days={days} />
      )}
    </section>
  )
}

const columns: Column<Day>[] = [
  { key: 'day', head: 'Day', title: true, cell: (day) => long.format(dateOf(day)) },
  { key: 'plays', head: 'Plays', numeric: true, cell: ({ plays }) => exactly(plays) },
  { key: 'likes', head: 'Likes', numeric: true, cell: ({ likes }) => exactly(likes) },
  { key: 'sales', head: 'Sales', numeric: true, cell: ({ sales }) => exactly(sales) },
  { key: 'earnings', head: 'Earnings', numeric: true, cell: ({ earnings }) => price(earnings) },
]

const sum = (days: readonly Day[], name: 'plays' | 'likes' | 'sales') => days.reduce((all, day) => all + day[name], 0)

function Bars({ days }: { days: readonly Day[] }) {
  const [marked, setMarked] = useState<number | null>(null)
  const [plays, likes, sales] = [sum(days, 'plays'), sum(days, 'likes'), sum(days, 'sales')]
  const { windows } = windowsOf(days)
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (event.key === 'Escape') setMarked(null)
    if (!step) return
    event.preventDefault()
    setMarked((at) => Math.min(days.length - 1, Math.max(0, (at ?? days.length) + step)))
  }
  const day = marked === null ? null : days[marked]
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys mark a day, as pointing does
    <div
      role="group"
      aria-roledescription="chart"
      aria-label={`Last ${days.length} days: ${exactly(plays)} plays, ${exactly(likes)} likes, ${exactly(sales)} sales. Arrow keys mark a day.`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the chart is read day by day with arrow keys
      tabIndex={0}
      onKeyDown={onKey}
      onMouseLeave={() => setMarked(null)}
      className="relative rounded-xs"
    >
      <p role="status" className={cx('num min-h-5 text-right text-[13px] text-soft', !day && 'invisible')}>
        {day && (
          <>
            <b className="text-ink">{long.format(dateOf(day))}</b>: {exactly(day.plays)} plays, {exactly(day.likes)}{' '}
            likes, {exactly(day.sales)} sales, <b className="text-ink">{price(day.earnings)}</b>
          </>
        )}
      </p>
      <Line name="plays" total={plays}>
        <Columns days={days} name="plays" height="h-21" marked={marked} onMark={setMarked} />
      </Line>
      <Line
        name="likes"
        total={likes}
        share={plays > 0 && likes > 0 && `${((likes / plays) * 100).toFixed(1)}% of plays`}
      >
        <Columns days={days} name="likes" height="h-10" marked={marked} onMark={setMarked} />
      </Line>
      <Line name="sales" total={sales} share={sales > 0 && `1 per ${exactly(Math.round(plays / sales))} plays`}>
        <div className="grid h-[94px] auto-cols-[minmax(0,1fr)] grid-flow-col items-end gap-1 border-b border-rail">
          {windows.map((lit, at) => (
            <Column key={at} isMarked={at === marked} onMark={() => setMarked(at)}>
              {lit.map((line, nth) => (
                <span
                  key={nth}
                  data-line={line}
                  className="mt-[3px] block h-2 rounded-[1px] bg-(--l,var(--color-soft))"
                />
              ))}
            </Column>
          ))}
        </div>
      </Line>
      <Line>
        <div aria-hidden className="num flex justify-between text-[12px] text-dim">
          {[0, 0.25, 0.5, 0.75].map((part) => (
            <span key={part}>{days.length > 0 && short.format(dateOf(days[Math.floor(part * days.length)]!))}</span>
          ))}
          <span>Today</span>
        </div>
      </Line>
    </div>
  )
}

type LineProps = { name?: string; total?: number; share?: string | false; children: ReactNode }

const Line = ({ name, total = 0, share, children }: LineProps) => (
  <div className="mt-2.5 grid items-end gap-x-5 gap-y-1 md:grid-cols-[150px_minmax(0,1fr)]">
    <p className={cx('flex items-baseline gap-2 leading-tight', !name && 'max-md:hidden')}>
      {name && (
        <>
          <b className="num min-w-[58px] text-[17px]">{exactly(total)}</b>
          <span className="text-[13px] text-dim">
            {name}
            {share && <span className="md:block"> {share}</span>}
          </span>
        </>
      )}
    </p>
    {children}
  </div>
)

type ColumnsProps = {
  days: readonly Day[]
  name: 'plays' | 'likes'
  height: string
  marked: number | null
  onMark: (at: number) => void
}

function Columns({ days, name, height, marked, onMark }: ColumnsProps) {
  const most = Math.max(1, ...days.map((day) => day[name]))
  return (
    <div className={cx('grid auto-cols-[minmax(0,1fr)] grid-flow-col items-end gap-1 border-b border-rail', height)}>
      {days.map((day, at) => (
        <Column key={day.day} isMarked={at === marked} onMark={() => onMark(at)}>
          <span
            className={cx('block rounded-t-[1px]', at === marked ? 'bg-ink' : 'bg-[oklch(0.58_0.012_90)]')}
            style={{ height: `${(day[name] / most) * 100}%` }}
          />
        </Column>
      ))}
    </div>
  )
}

const Column = ({ isMarked, onMark, children }: { isMarked: boolean; onMark: () => void; children: ReactNode }) => (
  <div
    aria-hidden
    onMouseEnter={onMark}
    className={cx('flex h-full min-w-0 flex-col justify-end', isMarked && 'bg-[oklch(1_0_0/.06)]')}
  >
    {children}
  </div>
)
