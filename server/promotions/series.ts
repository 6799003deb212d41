import { sql } from 'kysely'
import type { PromotionDetail } from '#contract/promotions.ts'
import type { Db } from '#server/db/connect.ts'
import { csvOf, type Column } from '#server/http/csv.ts'
import { dollars } from '#server/money.ts'
import { costOf, DAY } from './figures.ts'
import type { PromotionFacts } from './rows.ts'

type Day = PromotionDetail['series'][number]
const dayOf = (at: Date) => at.toISOString().slice(0, 10)

const UTC_DAY = sql<string>`(hour at time zone 'UTC')::date::text`

/** The days of a promotion, from its first to its last, to today, or to the last sale that followed from it. */
export async function seriesOf(db: Db, row: PromotionFacts, now: Date): Promise<Day[]> {
  const found = await db
    .selectFrom('promotionHour')
    .where('promotionId', '=', row.id)
    .groupBy(UTC_DAY)
    .select([UTC_DAY.as('day')])
    .select([
      sql<number>`sum(impressions)::bigint`.as('impressions'),
      sql<number>`sum(clicks)::bigint`.as('clicks'),
      sql<number>`sum(plays)::bigint`.as('plays'),
      sql<number>`sum(sales)::bigint`.as('sales'),
      sql<number>`sum(sale_cents)::bigint`.as('saleCents'),
    ])
    .orderBy(UTC_DAY)
    .execute()
  const byDay = new Map(found.map(({ saleCents, ...one }) => [one.day, { ...one, earned: dollars(saleCents) }]))
  const last = [dayOf(row.endedAt ?? now), ...byDay.keys()].toSorted().at(-1)!
  const days: Day[] = []
  for (let at = Date.parse(dayOf(row.startedAt)); dayOf(new Date(at)) <= last; at += DAY) {
    const day = dayOf(new Date(at))
    days.push(byDay.get(day) ?? { day, impressions: 0, clicks: 0, plays: 0, sales: 0, earned: 0 })
  }
  return days
}

type TableRow = Omit<Day, 'day'> & { day: string; cost: number | null }
const each = (count: (row: TableRow) => number) => (row: TableRow) =>
  row.cost === null || count(row) === 0 ? null : Math.round((row.cost / count(row)) * 100) / 100

const columns: readonly Column<TableRow>[] = [
  ['Day', ({ day }) => day],
  ['Impressions', ({ impressions }) => impressions],
  ['Clicks', ({ clicks }) => clicks],
  ['Plays', ({ plays }) => plays],
  ['Sales', ({ sales }) => sales],
  ['Earned USD', ({ earned }) => earned],
  ['Cost USD', ({ cost }) => cost],
  ['Cost of a click USD', each(({ clicks }) => clicks)],
  ['Cost of a play USD', each(({ plays }) => plays)],
  ['Cost of a sale USD', each(({ sales }) => sales)],
]

/** The days as CSV. The last row adds them up, and tells what the promotion has cost. */
export function tableOf(row: PromotionFacts, days: readonly Day[]) {
  const { delivered: impressions, clicks, plays, sales, saleCents } = row
  const total = { day: 'Total', impressions, clicks, plays, sales, earned: dollars(saleCents) }
  return csvOf(columns, [...days.map((day) => ({ ...day, cost: null })), { ...total, cost: dollars(costOf(row)) }])
}
