import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { FIGURE_FACTS, type Figure, type Span } from '#contract/house-figures.ts'
import type { HouseFigures } from '#contract/overview.ts'
import { call } from '#web/api/call.ts'
import { apiQuery } from '#web/api/tools.ts'
import { exactly, price } from '#web/items/format.ts'
import { ChartBars, ChartDays, ChartTable, DayChart, longDay } from '#web/ui/day-chart.tsx'
import { shortDay } from '#web/ui/short-day.ts'
import { Failed } from '#web/ui/failed.tsx'
import { TextSkeleton } from '#web/ui/skeleton.tsx'
import { Table } from '#web/ui/table.tsx'

type Props = { figure: Figure; span: Span; isTable: boolean }

/** One figure of the house with its days as bars, or as a table. */
export function FigureChart({ figure, span, isTable }: Props) {
  const { name } = FIGURE_FACTS[figure]
  const { data, isError, refetch } = useQuery({
    ...apiQuery(call, 'GET /admin/overview/figures/:figure', { params: { figure }, query: { days: span } }),
    placeholderData: keepPreviousData,
  })
  const heading = `figure-${figure}`
  return (
    <section aria-labelledby={heading} className="min-w-0">
      <h3 id={heading} className="text-[13px] text-dim">
        {name}
      </h3>
      {isError && <Failed again={refetch}>{`${name}: not loaded.`}</Failed>}
      {!data && !isError && (
        <div role="status" aria-busy aria-label={`Loading: ${name}`}>
          <TextSkeleton lines={4} />
        </div>
      )}
      {data && !isError && <Shown figure={figure} data={data} isTable={isTable} />}
    </section>
  )
}

type ShownProps = { figure: Figure; data: HouseFigures; isTable: boolean }

function Shown({ figure, data: { points, total, before }, isTable }: ShownProps) {
  const { name, unit } = FIGURE_FACTS[figure]
  const word = unit === 'dollars' ? price : exactly
  const isByWeek = points.length > 1 && Date.parse(points[1]!.day) - Date.parse(points[0]!.day) > 24 * 60 * 60_000
  const dayWord = (day: string) => (isByWeek ? `Week of ${shortDay(day)}` : longDay(day))
  return (
    <>
      <p className="disp num mt-2 text-[44px] wrap-anywhere normal-case">{word(total)}</p>
      <p className="num mt-1.5 min-h-5 text-[13px] text-soft">{before !== null && compared(total, before, word)}</p>
      {isTable ? (
        <ChartTable>
          <Table
            caption={`${name} by days`}
            columns={[
              { key: 'day', head: isByWeek ? 'Week' : 'Day', title: true, cell: ({ day }) => dayWord(day) },
              { key: 'value', head: name, numeric: true, cell: ({ value }) => word(value) },
            ]}
            rows={points.toReversed()}
            rowKey={({ day }) => day}
          />
        </ChartTable>
      ) : (
        <DayChart
          count={points.length}
          label={`${name}, ${points.length} ${isByWeek ? 'weeks' : 'days'}: ${word(total)}.`}
          words={(at) => (
            <>
              <b className="text-ink">{dayWord(points[at]!.day)}</b>: {word(points[at]!.value)}
            </>
          )}
        >
          {(mark) => (
            <>
              <ChartBars
                values={points.map(({ value }) => value)}
                height="h-28"
                isNew={(at) => !isByWeek && at >= points.length - 7}
                {...mark}
              />
              <div className="mt-1.5">
                <ChartDays days={points.map(({ day }) => day)} />
              </div>
            </>
          )}
        </DayChart>
      )}
    </>
  )
}

function compared(total: number, before: number, word: (value: number) => string) {
  if (before === 0) return `${word(0)} in the time before`
  const percent = Math.round(((total - before) / before) * 100)
  return `${percent > 0 ? '+' : percent < 0 ? '−' : '±'}${exactly(Math.abs(percent))}% on the time before (${word(before)})`
}
