import { csvOf, type Column } from '#server/http/csv.ts'
import { dollars } from '#server/money.ts'
import { presentOrder, type OrderRow } from './desk-orders.ts'

type Row = ReturnType<typeof presentOrder> & { refunded: number }

const columns: readonly Column<Row>[] = [
  ['Order', ({ number }) => number],
  ['Date', ({ createdAt }) => createdAt],
  ['Buyer', ({ buyer }) => buyer.name],
  ['What', ({ what }) => what],
  ['Paid with', ({ paidWith }) => paidWith],
  ['Total USD', ({ total }) => total],
  ['Refunded USD', ({ refunded }) => refunded],
  ['Status', ({ state }) => state],
  ['Needs you', ({ needs }) => needs.join(' ')],
]

export const ordersTable = (rows: OrderRow[]) =>
  csvOf(
    columns,
    rows.map((row) => ({ ...presentOrder(row), refunded: dollars(row.refundedCents) })),
  )
