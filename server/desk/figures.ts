import { sql } from 'kysely'
import { FIGURE_FACTS, stepOf, type Figure, type Span } from '#contract/house-figures.ts'
import type { HouseFigures } from '#contract/overview.ts'
import { builtOnce } from '#server/db/built-once.ts'
import { plannedOnce, type Db } from '#server/db/connect.ts'
import { dollars } from '#server/money.ts'

const COLUMNS = {
  sold: 'sold_cents',
  orders: 'orders',
  people: 'people',
  plans: 'plans',
  refunded: 'refunded_cents',
  items: 'items',
  plays: 'plays',
  payouts: 'paid_out_cents',
} as const satisfies Record<Figure, string>

type Days = { places: number[]; values: number[]; firstCountedAt: Date | null; lastCountedAt: Date | null }

/** In one row: a row for each day of two years takes longer to read than to find. */
const readDays = builtOnce(
  (_db, { first, today }: { first: string; today: string }, figure: Figure) => sql<Days>`select
      coalesce(array_agg(place), '{}') as places, coalesce(array_agg(value), '{}') as values,
      max(counted_at) filter (where place = 0) as first_counted_at,
      max(counted_at) filter (where place = ${today}::date - ${first}::date) as last_counted_at
    from (select (day - ${first}::date)::bigint as place, ${sql.ref(COLUMNS[figure])}::bigint as value, counted_at
      from house_day where day between ${first}::date and ${today}::date order by day) counted ${plannedOnce}`,
)

/** One figure over a span that ends today, and the same of the span before. Days that were not counted are empty. */
export async function figuresOf(db: Db, figure: Figure, span: Span, now: Date): Promise<HouseFigures> {
  const days = Number(span)
  const today = dayAfter(now.getTime(), 0)
  const start = Date.parse(today) + DAY * (1 - days)
  const [read] = await readDays(db, { first: dayAfter(start, -days), today }, figure)
  const { places, values, firstCountedAt, lastCountedAt } = read!
  const all = Array.from({ length: 2 * days }, () => 0)
  for (const [at, place] of places.entries()) all[place] = values[at]!
  const { unit, isLevel = false } = FIGURE_FACTS[figure]
  const shown = (value: number) => (unit === 'dollars' ? dollars(value) : value)
  const total = (some: readonly number[]) =>
    shown(isLevel ? (some.at(-1) ?? 0) : some.reduce((sum, value) => sum + value, 0))
  const [former, present] = [all.slice(0, days), all.slice(days)]
  const step = stepOf(span)
  return {
    points: Array.from({ length: Math.ceil(days / step) }, (_, at) => ({
      day: dayAfter(start, at * step),
      value: total(present.slice(at * step, (at + 1) * step)),
    })),
    total: total(present),
    before: firstCountedAt ? total(former) : null,
    countedAt: lastCountedAt?.toISOString() ?? null,
  }
}

const DAY = 24 * 60 * 60_000
const dayAfter = (start: number, days: number) => new Date(start + days * DAY).toISOString().slice(0, 10)
