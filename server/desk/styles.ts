import { sql } from 'kysely'
import type { Span } from '#contract/house-figures.ts'
import type { HouseStyle } from '#contract/overview.ts'
import { builtOnce } from '#server/db/built-once.ts'
import { plannedOnce, type Db } from '#server/db/connect.ts'
import { dollars } from '#server/money.ts'

type Row = Omit<HouseStyle, 'sold'> & { cents: number }

const readStyles = builtOnce(
  (
    _db,
    { now, days }: { now: Date; days: number },
  ) => sql<Row>`select slug, title as name, code, line, coalesce(sold.cents, 0)::bigint as cents from style
    left join (select style_id, sum(sold_cents) as cents from house_style_day
      where day > (${now}::timestamptz at time zone 'UTC')::date - ${days}::int group by style_id) sold
      on sold.style_id = style.id
    order by cents desc, style.id ${plannedOnce}`,
)

/** The sales of each style over a span that ends today. */
export async function stylesOf(db: Db, span: Span, now: Date): Promise<HouseStyle[]> {
  const rows = await readStyles(db, { now, days: Number(span) })
  return rows.map(({ cents, ...style }) => ({ ...style, sold: dollars(cents) }))
}
