import type { PromotionDetail } from '#contract/promotions.ts'
import { exactly } from '#web/items/format.ts'
import { shortDay } from '#web/ui/short-day.ts'
import { ChartTable } from '#web/ui/day-chart.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { ChevronRight } from '#web/ui/icons.ts'
import { Table, type Column } from '#web/ui/table.tsx'
import { barsOf, plannedDays, type Bar } from './chart.ts'
import { DeliveryChart } from './delivery-chart.tsx'

/** The days of a promotion as a chart, and the same as a table. */
export function Course({ promotion, now }: { promotion: PromotionDetail; now: Date }) {
  const { series, guaranteed, delivered, expected, startedAt } = promotion
  const bars = barsOf({ ...promotion, days: series, startsAt: startedAt }, now)
  return (
    <>
      <DeliveryChart
        bars={bars}
        guaranteed={guaranteed}
        delivered={delivered}
        planned={plannedDays(promotion)}
        label={`Impressions a day since ${shortDay(startedAt)} and their sum. ${exactly(delivered)} of ${exactly(guaranteed)}; the pace asks for ${exactly(expected)}.`}
      />
      <details className="group mt-3.5">
        <summary className="inline-flex min-h-9 cursor-pointer list-none items-center gap-1.5 text-[14px] font-semibold text-soft hover:text-ink [&::-webkit-details-marker]:hidden">
          <Icon of={ChevronRight} size={16} className="group-open:rotate-90" />
          Show as a table
        </summary>
        <div className="mt-2">
          <ChartTable>
            <Table
              caption="Impressions by day"
              columns={columns(series)}
              rows={bars.filter(({ state }) => state !== 'to come').toReversed()}
              rowKey={({ day }) => day}
            />
          </ChartTable>
        </div>
      </details>
    </>
  )
}

/** Counted days also say what they brought. */
function columns(series: PromotionDetail['series']): Column<Bar>[] {
  const byDay = new Map(series.map((day) => [day.day, day]))
  const figure = (key: 'clicks' | 'plays' | 'sales', head: string): Column<Bar> => ({
    key,
    head,
    numeric: true,
    cell: ({ day }) => exactly(byDay.get(day)?.[key] ?? 0),
  })
  return [
    { key: 'day', head: 'Day', title: true, cell: ({ day }) => shortDay(day) },
    { key: 'impressions', head: 'Impressions', numeric: true, cell: ({ impressions }) => exactly(impressions) },
    { key: 'sum', head: 'In all', numeric: true, cell: ({ sum }) => exactly(sum) },
    figure('clicks', 'Clicks'),
    figure('plays', 'Plays'),
    figure('sales', 'Sales'),
  ]
}
