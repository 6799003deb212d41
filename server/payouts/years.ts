import { sql } from 'kysely'
import type { Db } from '#server/db/connect.ts'
import { notFound } from '#server/errors.ts'
import { csvOf, type Column } from '#server/http/csv.ts'
import { dollars } from '#server/money.ts'
import type { Report } from '#server/papers/report-paper.ts'
import type { App } from '#server/services.ts'

type Sums = { sales: number; takenBack: number; paidOut: number; fees: number }
type Month = Sums & { month: number; balance: number }

const EARNINGS = (accountId: number) => sql`ledger_line line
  join ledger_entry entry on entry.id = line.entry_id
  join ledger_account owned on owned.id = line.account_id and owned.kind = 'earnings' and owned.owner_id = ${accountId}`

/** The years (UTC) in which something moved, the newest first. */
export const yearsOf = async (db: Db, accountId: number) =>
  (
    await sql<{ year: number }>`select distinct extract(year from entry.posted_at at time zone 'utc')::int as year
      from ${EARNINGS(accountId)} order by year desc`.execute(db)
  ).rows.map(({ year }) => year)

/** How many months of a year have begun. */
function begunOf(year: number, now: Date) {
  const months = (now.getUTCFullYear() - year) * 12 + now.getUTCMonth() + 1
  return Math.min(Math.max(months, 0), 12)
}

/**
 * A year by month, in cents, up to the present month. The balance is that of the month's end or of now, pending earnings
 * included.
 */
export async function monthsOf({ db, clock }: Pick<App, 'db' | 'clock'>, accountId: number, year: number) {
  const begun = begunOf(year, clock.now())
  if (begun === 0) throw notFound('Year')
  const [from, until] = [new Date(Date.UTC(year, 0)), new Date(Date.UTC(year + 1, 0))]
  const sum = (kinds: readonly string[]) =>
    sql`coalesce(sum(line.cents) filter (where entry.kind = any(${kinds}::text[])), 0)::bigint`
  const { rows } = await sql<Sums & { month: number; moved: number }>`
    select extract(month from entry.posted_at at time zone 'utc')::int as month,
      sum(line.cents)::bigint as moved, ${sum(['sale'])} as sales, -${sum(['payout', 'payout back'])} as paid_out,
      coalesce(sum(payout.fee_cents * case entry.kind when 'payout' then 1 else -1 end), 0)::bigint as fees, 0 as taken_back
    from ${EARNINGS(accountId)}
    left join payout on payout.account_id = ${accountId} and payout.id::text = entry.reference
      and entry.kind in ('payout', 'payout back')
    where entry.posted_at >= ${from} and entry.posted_at < ${until} group by month`.execute(db)
  let balance = await balanceBefore(db, accountId, from)
  return Array.from({ length: begun }, (_, index): Month => {
    const { moved = 0, sales = 0, paidOut = 0, fees = 0 } = rows.find(({ month }) => month === index + 1) ?? {}
    balance += moved
    return { month: index + 1, sales, takenBack: sales - paidOut - moved, paidOut: paidOut - fees, fees, balance }
  })
}

const balanceBefore = async (db: Db, accountId: number, from: Date) =>
  (
    await sql<{ cents: number }>`select coalesce(sum(line.cents), 0)::bigint as cents from ${EARNINGS(accountId)}
      where entry.posted_at < ${from}`.execute(db)
  ).rows[0]!.cents

const COLUMNS: readonly Column<Month & { year: number }>[] = [
  ['Month', ({ year, month }) => `${year}-${String(month).padStart(2, '0')}`],
  ['Sales USD', ({ sales }) => dollars(sales)],
  ['Refunds and disputes USD', ({ takenBack }) => dollars(takenBack)],
  ['Paid out USD', ({ paidOut }) => dollars(paidOut)],
  ['Payout fees USD', ({ fees }) => dollars(fees)],
  ['Balance at the end USD', ({ balance }) => dollars(balance)],
]

export const yearCsv = (months: Month[], year: number) =>
  csvOf(
    COLUMNS,
    months.map((month) => ({ ...month, year })),
  )

type Owner = { handle: string; legalName: string | null; country: string | null }

const money = (cents: number) => `${cents < 0 ? '−' : ''}$${(Math.abs(cents) / 100).toFixed(2)}`
const MONTH = new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' })
const LANDS = new Intl.DisplayNames('en', { type: 'region' })

export function yearReport(months: Month[], year: number, { handle, legalName, country }: Owner, now: Date): Report {
  const total = (of: (month: Month) => number) => money(months.reduce((sum, month) => sum + of(month), 0))
  return {
    title: `Earnings in ${year}`,
    note: `Made on ${now.toISOString().slice(0, 10)} from the books of Slide, the drill marketplace. Amounts are US dollars, days are in UTC.`,
    createdAt: now,
    parts: [
      {
        heading: 'The year',
        facts: [
          ['Producer', legalName ? `${legalName} (${handle})` : handle],
          ...(country ? [['Country', LANDS.of(country) ?? country] as const] : []),
          ['Sales, at the full price', total(({ sales }) => sales)],
          ['Refunds and disputes', total(({ takenBack }) => takenBack)],
          ['Paid out by PayPal', total(({ paidOut }) => paidOut)],
          ['Fees of same-day payouts', total(({ fees }) => fees)],
          ['Balance at the end, with pending sales', money(months.at(-1)!.balance)],
        ],
      },
      {
        heading: 'By month',
        table: {
          columns: [
            ['Month', 0.18],
            ['Sales', 0.16],
            ['Taken back', 0.16],
            ['Paid out', 0.16],
            ['Fees', 0.14],
            ['Balance at the end', 0.2],
          ],
          rows: months.map(({ month, sales, takenBack, paidOut, fees, balance }) => [
            MONTH.format(new Date(Date.UTC(year, month - 1))),
            ...[sales, takenBack, paidOut, fees, balance].map(money),
          ]),
        },
      },
    ],
  }
}
