import { useId, useState, type ReactNode } from 'react'
import type { OwnStats } from '#contract/studio.ts'
import { exactly, price } from '#web/items/format.ts'
import { cx } from '#web/ui/cx.ts'
import {
  ChartBars,
  ChartColumn,
  ChartColumns,
  ChartDays,
  ChartTable,
  DayChart,
  longDay,
  SpanButtons,
  TableButton,
} from '#web/ui/day-chart.tsx'
import { Table, type Column } from '#web/ui/table.tsx'
import { windowsOf } from './windows.ts'

type Day = OwnStats['days'][number]

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
        <TableButton isTable={isTable} onPress={() => setIsTable(!isTable)} />
        <SpanButtons spans={SPANS} span={span} onSpan={onSpan} wordOf={(one) => `${one} days`} />
      </div>
      {isTable ? (
        <ChartTable>
          <Table caption="Days" columns={columns} rows={days.toReversed()} rowKey={({ day }) => day} />
        </ChartTable>
      ) : (
        <Bars days={days} />
      )}
    </section>
  )
}

const columns: Column<Day>[] = [
  { key: 'day', head: 'Day', title: true, cell: ({ day }) => longDay(day) },
  { key: 'plays', head: 'Plays', numeric: true, cell: ({ plays }) => exactly(plays) },
  { key: 'likes', head: 'Likes', numeric: true, cell: ({ likes }) => exactly(likes) },
  { key: 'sales', head: 'Sales', numeric: true, cell: ({ sales }) => exactly(sales) },
  { key: 'earnings', head: 'Earnings', numeric: true, cell: ({ earnings }) => price(earnings) },
]

const sum = (days: readonly Day[], name: 'plays' | 'likes' | 'sales') => days.reduce((all, day) => all + day[name], 0)

const noun = (count: number, one: string) => (count === 1 ? one : `${one}s`)
const many = (count: number, one: string) => `${exactly(count)} ${noun(count, one)}`

function Bars({ days }: { days: readonly Day[] }) {
  const [plays, likes, sales] = [sum(days, 'plays'), sum(days, 'likes'), sum(days, 'sales')]
  const { windows } = windowsOf(days)
  return (
    <DayChart
      count={days.length}
      label={`Last ${days.length} days: ${many(plays, 'play')}, ${many(likes, 'like')}, ${many(sales, 'sale')}.`}
      words={(at) => <Words {...days[at]!} />}
    >
      {(mark) => (
        <>
          <Line name={noun(plays, 'play')} total={plays}>
            <ChartBars values={days.map((day) => day.plays)} height="h-21" {...mark} />
          </Line>
          <Line
            name={noun(likes, 'like')}
            total={likes}
            share={plays > 0 && likes > 0 && `${((likes / plays) * 100).toFixed(1)}% of plays`}
          >
            <ChartBars values={days.map((day) => day.likes)} height="h-10" {...mark} />
          </Line>
          <Line
            name={noun(sales, 'sale')}
            total={sales}
            share={sales > 0 && plays >= sales && `1 per ${many(Math.round(plays / sales), 'play')}`}
          >
            <ChartColumns className="h-[94px]">
              {windows.map((lit, at) => (
                <ChartColumn key={at} isMarked={at === mark.marked} onMark={() => mark.onMark(at)}>
                  {lit.map((line, nth) => (
                    <span
                      key={nth}
                      data-line={line}
                      className="mt-[3px] block h-2 rounded-[1px] bg-(--l,var(--color-soft))"
                    />
                  ))}
                </ChartColumn>
              ))}
            </ChartColumns>
          </Line>
          <Line>
            <ChartDays days={days.map(({ day }) => day)} />
          </Line>
        </>
      )}
    </DayChart>
  )
}

const Words = ({ day, plays, likes, sales, earnings }: Day) => (
  <>
    <b className="text-ink">{longDay(day)}</b>: {many(plays, 'play')}, {many(likes, 'like')}, {many(sales, 'sale')},{' '}
    <b className="text-ink">{price(earnings)}</b>
  </>
)

type LineProps = { name?: string; total?: number; share?: string | false; children: ReactNode }

const Line = ({ name, total = 0, share, children }: LineProps) => (
  <div className="mt-2.5 grid items-end gap-x-5 gap-y-1 md:grid-cols-[176px_minmax(0,1fr)]">
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
