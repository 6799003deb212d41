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

type Day = { day: string; value: number }
type Days = { first: string; values: number[]; firstCountedAt: Date | null; lastCountedAt: Date | null }

/** In one row: a row for each day of two years takes longer to read than to find. */
const readDays = builtOnce(
  (_db, { now, back }: { now: Date; back: number }, figure: Figure) => sql<Days>`select
      to_char(min(wanted.day), 'YYYY-MM-DD') as first,
      array_agg(coalesce(${sql.ref(COLUMNS[figure])}, 0)::bigint order by wanted.day) as values,
      (array_agg(counted_at order by wanted.day))[1] as "firstCountedAt",
      (array_agg(counted_at order by wanted.day desc))[1] as "lastCountedAt"
    from generate_series((${now}::timestamptz at time zone 'UTC')::date - ${back}::int,
      (${now}::timestamptz at time zone 'UTC')::date, interval '1 day') wanted (day)
    left join house_day on house_day.day = wanted.day::date ${plannedOnce}`,
)

/** One figure over a span that ends today, and the same of the span before. Days that were not counted are empty. */
export async function figuresOf(db: Db, figure: Figure, span: Span, now: Date): Promise<HouseFigures> {
  const days = Number(span)
  const [read] = await readDays(db, { now, back: 2 * days - 1 }, figure)
  const { first, values, firstCountedAt, lastCountedAt } = read!
  const rows = values.map((value, at) => ({ day: dayAfter(first, at), value }))
  const { unit, isLevel = false } = FIGURE_FACTS[figure]
  const shown = (value: number) => (unit === 'dollars' ? dollars(value) : value)
  const total = (some: readonly Day[]) =>
    shown(isLevel ? (some.at(-1)?.value ?? 0) : some.reduce((all, { value }) => all + value, 0))
  const [former, present] = [rows.slice(0, days), rows.slice(days)]
  return {
    points: inSteps(present, stepOf(span)).map((some) => ({ day: some[0]!.day, value: total(some) })),
    total: total(present),
    before: firstCountedAt ? total(former) : null,
    countedAt: lastCountedAt?.toISOString() ?? null,
  }
}

const DAY = 24 * 60 * 60_000
const dayAfter = (first: string, days: number) => new Date(Date.parse(first) + days * DAY).toISOString().slice(0, 10)

const inSteps = (days: readonly Day[], step: number) =>
  Array.from({ length: Math.ceil(days.length / step) }, (_, at) => days.slice(at * step, (at + 1) * step))
