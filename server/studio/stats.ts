import { sql } from 'kysely'
import { Line } from '#contract/item.ts'
import type { OwnStats } from '#contract/studio.ts'
import type { Db } from '#server/db/connect.ts'
import type { ItemKind } from '#server/db/types.ts'
import { dollars } from '#server/money.ts'

export type StatsOf = { ownerId: number; kinds: ItemKind[]; item: number | undefined }
type Total = { items: number; plays: number; likes: number; sales: number; downloads: number; earningsCents: number }
type Day = { day: string; line: string | null; plays: number; likes: number; sales: number; earningsCents: number }

const DAY = 86_400_000

/** Figures of all own items, deleted ones included: what they earned stays earned. One item answers for itself alone. */
export async function statsOf(db: Db, of: StatsOf, days: number, now: Date): Promise<OwnStats> {
  const firstDay = dayOf(new Date(now.getTime() - (days - 1) * DAY))
  const [total, rows] = await Promise.all([totalsOf(db, of), daysOf(db, of, firstDay)])
  return {
    items: total.items,
    plays: total.plays,
    likes: total.likes,
    sales: total.sales,
    downloads: total.downloads,
    earnings: dollars(total.earningsCents),
    averagePrice: total.sales > 0 ? dollars(Math.round(total.earningsCents / total.sales)) : 0,
    days: Array.from({ length: days }, (_, index) => {
      const day = dayOf(new Date(now.getTime() - (days - 1 - index) * DAY))
      return sumDay(
        day,
        rows.filter((row) => row.day === day),
      )
    }),
  }
}

const dayOf = (time: Date) => time.toISOString().slice(0, 10)

const own = ({ ownerId, kinds, item }: StatsOf) =>
  sql`item.owner_id = ${ownerId} and item.kind = any(${kinds}::item_kind[])
    and (${item ?? null}::bigint is null or item.id = ${item ?? null})`

async function totalsOf(db: Db, of: StatsOf) {
  const { rows } = await sql<Total>`
    select count(*) filter (where item.deleted_at is null and item.status <> 'sold') as items,
      coalesce(sum(stat.plays), 0)::bigint as plays, coalesce(sum(stat.likes), 0)::bigint as likes,
      coalesce(sum(stat.sales), 0)::bigint as sales, coalesce(sum(stat.downloads), 0)::bigint as downloads,
      coalesce(sum(stat.earnings_cents), 0)::bigint as earnings_cents
    from item join item_stat stat on stat.item_id = item.id where ${own(of)}`.execute(db)
  return rows[0]!
}

async function daysOf(db: Db, of: StatsOf, firstDay: string) {
  const { rows } = await sql<Day>`
    select day::text as day, style.line, sum(d.plays)::bigint as plays, sum(d.likes)::bigint as likes,
      sum(d.sales)::bigint as sales, sum(d.earnings_cents)::bigint as earnings_cents
    from item join item_day d on d.item_id = item.id left join style on style.id = item.style_id
    where ${own(of)} and d.day >= ${firstDay}::date
    group by day, style.line`.execute(db)
  return rows
}

/** A day with more refunds than sales shows 0. */
function sumDay(day: string, rows: Day[]): OwnStats['days'][number] {
  const sum = (of: (row: Day) => number) =>
    Math.max(
      0,
      rows.reduce((total, row) => total + of(row), 0),
    )
  return {
    day,
    plays: sum((row) => row.plays),
    likes: sum((row) => row.likes),
    sales: sum((row) => row.sales),
    earnings: dollars(sum((row) => row.earningsCents)),
    salesByLine: rows
      .filter((row) => row.sales > 0)
      .map((row) => ({ line: row.line === null ? null : Line.parse(row.line), sales: row.sales })),
  }
}
