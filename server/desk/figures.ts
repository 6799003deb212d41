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

type Day = { day: string; value: number; countedAt: Date | null }

const readDays = builtOnce(
  (_db, { now, back }: { now: Date; back: number }, figure: Figure) => sql<Day>`select
      to_char(wanted.day, 'YYYY-MM-DD') as day, coalesce(${sql.ref(COLUMNS[figure])}, 0)::bigint as value,
      counted_at as "countedAt"
    from generate_series((${now}::timestamptz at time zone 'UTC')::date - ${back}::int,
      (${now}::timestamptz at time zone 'UTC')::date, interval '1 day') wanted (day)
    left join house_day on house_day.day = wanted.day::date order by wanted.day ${plannedOnce}`,
)

/** One figure over a span that ends today, and the same of the span before. Days that were not counted are empty. */
export async function figuresOf(db: Db, figure: Figure, span: Span, now: Date): Promise<HouseFigures> {
  const days = Number(span)
  const rows = await readDays(db, { now, back: 2 * days - 1 }, figure)
  const { unit, isLevel = false } = FIGURE_FACTS[figure]
  const shown = (value: number) => (unit === 'dollars' ? dollars(value) : value)
  const total = (some: readonly Day[]) =>
    shown(isLevel ? (some.at(-1)?.value ?? 0) : some.reduce((all, { value }) => all + value, 0))
  const [former, present] = [rows.slice(0, days), rows.slice(days)]
  return {
    points: inSteps(present, stepOf(span)).map((some) => ({ day: some[0]!.day, value: total(some) })),
    total: total(present),
    before: former[0]?.countedAt ? total(former) : null,
    countedAt: rows.at(-1)?.countedAt?.toISOString() ?? null,
  }
}

const inSteps = (days: readonly Day[], step: number) =>
  Array.from({ length: Math.ceil(days.length / step) }, (_, at) => days.slice(at * step, (at + 1) * step))
