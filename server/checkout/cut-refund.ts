import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#server/db/connect.ts'
import { leftOf, reverse } from '#server/ledger/index.ts'
import { keptCents } from './kept-cents.ts'

/** Said of a refund of which a lost dispute has left nothing. */
export const TAKEN_BY_BANK = 'The buyer’s bank took this money itself.'

type Refused = { id: number; paymentId: number; cents: number; tries: number }

/**
 * Takes from a promised refund what a lost dispute took since. Its provider has refused it, so nothing of it is on its way.
 * Returns the cents that are left of it.
 */
export async function cutRefund(tx: Tx, refund: Refused, at: Date) {
  const lines = await tx
    .selectFrom('refundLine')
    .innerJoin('orderLine', 'orderLine.id', 'lineId')
    .where('refundId', '=', refund.id)
    .select(['lineId', 'refundLine.cents', keptCents('order_line').as('keptCents')])
    .select(promisedBefore(refund.id).as('promisedCents'))
    .execute()
  if (lines.length === 0) return cutWhole(tx, refund, at)
  const rests = lines.map((line) => ({
    ...line,
    rest: Math.max(0, Math.min(line.cents, line.keptCents - line.promisedCents)),
  }))
  const left = rests.reduce((sum, { rest }) => sum + rest, 0)
  if (left === 0) return left
  for (const { lineId, rest } of rests) {
    const isLine = sql<boolean>`refund_id = ${refund.id} and line_id = ${lineId}`
    if (rest === 0) await tx.deleteFrom('refundLine').where(isLine).execute()
    else await tx.updateTable('refundLine').set({ cents: rest }).where(isLine).execute()
  }
  return left
}

/** Others that wait come first. */
const promisedBefore = (id: number) => sql<number>`coalesce((select sum(r.cents) from refund_line r
  join refund other on other.id = r.refund_id
  where r.line_id = order_line.id and other.state = 'pending' and other.id < ${id}), 0)::bigint`

/** Money goes back that no line of an order takes. */
async function cutWhole(tx: Tx, { id, paymentId, cents, tries }: Refused, at: Date) {
  const { rest } = await tx
    .selectFrom('payment')
    .where('id', '=', paymentId)
    .select(restOfPayment(sql`${cents}`).as('rest'))
    .executeTakeFirstOrThrow()
  const left = Math.max(0, Math.min(cents, rest))
  const of = { kind: 'unclaimed payment', reference: String(id) }
  const taken = Math.min(cents - left, await leftOf(tx, of))
  if (taken > 0) await reverse(tx, { kind: 'dispute lost', reference: `${id}.${tries}`, of, cents: taken, at })
  return left
}

/**
 * The cents of a `payment` that neither lost disputes nor refunds took. A refund may send back more than was asked for: so
 * much was paid.
 */
export const restOfPayment = (refunded: RawBuilder<unknown>) =>
  sql<number>`(greatest(payment.cents, ${refunded}) - ${LOST} - ${SENT})::bigint`

const LOST = sql`coalesce((select sum(cents) from dispute where payment_id = payment.id and state = 'lost'), 0)`
const SENT = sql`coalesce((select sum(cents) from refund
  where payment_id = payment.id and state = 'done' and failure is null), 0)`
