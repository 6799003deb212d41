import type { Tx } from '#server/db/connect.ts'
import { ApiError, conflict } from '#server/errors.ts'
import { dollarWords } from '#server/money.ts'
import type { Provider, RefundSeen } from '#server/payments/port.ts'
import type { App } from '#server/services.ts'
import { promiseRefund } from './desk-refund.ts'
import { leftOfLine } from './kept-cents.ts'
import { lockOrder } from './orders.ts'
import type { PaymentRow } from './payments.ts'

/** For the buyer and the desk. */
const REASON = 'Refunded at the payment provider.'

/**
 * Notes refunds that an operator made in the provider's own dashboard, as far as it is clear what they are for: the books,
 * rights and the buyer's mail follow as after a refund of the shop. Returns a sentence about those that are not clear.
 */
export async function noteForeign(app: App, provider: Provider, payment: PaymentRow): Promise<string | false> {
  const made = (await provider.listRefunds(payment.reference!, payment.toldRefunds)).filter(
    ({ state }) => state !== 'failed',
  )
  if (made.length === 0) return false
  // by itself: what is given stays given, also if the rest is not clear
  await app.db.transaction().execute(async (tx) => {
    await lockOrder(tx, payment.orderId)
    await giveToPending(app, tx, payment.id, await unknownOf(tx, payment, made))
  })
  let said = ''
  try {
    await app.db.transaction().execute(async (tx) => {
      await lockOrder(tx, payment.orderId)
      const foreign = await unknownOf(tx, payment, made)
      said = `${dollarWords(sumOf(foreign))} went back at the provider itself.`
      if (foreign.length) await promiseEach(app, tx, payment.orderId, foreign)
    })
    return false
  } catch (error) {
    if (error instanceof ApiError) return `${said} ${error.message}`
    throw error
  }
}

type Part = { id: number; cents: number }
const sumOf = (some: readonly { cents: number }[]) => some.reduce((sum, { cents }) => sum + cents, 0)

/** PayPal may tell the money of a lost dispute as a refund: one of the same sum is no other money. */
async function unknownOf(tx: Tx, { id, provider }: PaymentRow, made: RefundSeen[]) {
  const rows = await tx.selectFrom('refund').where('paymentId', '=', id).select('reference').execute()
  const known = new Set(rows.map(({ reference }) => reference))
  const unknown = made.filter(({ reference }) => !known.has(reference))
  if (provider !== 'paypal') return unknown
  const disputes = tx.selectFrom('dispute').where('paymentId', '=', id).where('state', '=', 'lost')
  for (const lost of await disputes.select('cents').execute()) {
    const same = unknown.findIndex(({ cents }) => cents === lost.cents)
    if (same >= 0) unknown.splice(same, 1)
  }
  return unknown
}

/** A refund of the shop whose answer is missing, or that was refused until somebody made it by hand, is the same money. */
async function giveToPending({ clock }: App, tx: Tx, paymentId: number, unknown: RefundSeen[]) {
  const pending = await tx
    .selectFrom('refund')
    .where('paymentId', '=', paymentId)
    .where('state', '=', 'pending')
    .where('reference', 'is', null)
    .select(['id', 'cents'])
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const seen of unknown) {
    const same = pending.find(({ cents }) => cents === seen.cents)
    if (!same) continue
    pending.splice(pending.indexOf(same), 1)
    const given = { reference: seen.reference, dueAt: clock.now() }
    await tx.updateTable('refund').set(given).where('id', '=', same.id).execute()
  }
}

/** Several refunds share the lines in their order. */
async function promiseEach(app: App, tx: Tx, orderId: number, refunds: RefundSeen[]) {
  const lines = await linesFor(tx, orderId, sumOf(refunds))
  for (const { reference, cents } of refunds)
    await promiseRefund(app, tx, orderId, { lines: take(lines, cents), reason: REASON, askedBy: null, reference })
}

/** The lines of an order that give this sum: all that is left of them, or a part of the only one. */
async function linesFor(tx: Tx, orderId: number, cents: number): Promise<Part[]> {
  const rows = await tx
    .selectFrom('orderLine as line')
    .where('line.orderId', '=', orderId)
    .select(['line.id', leftOfLine.as('cents')])
    .orderBy('line.position')
    .execute()
  const left = rows.filter((row) => row.cents > 0)
  if (cents === sumOf(left) || (left.length === 1 && cents < sumOf(left))) return left
  throw conflict('not_clear', 'It is not clear for which lines.')
}

/** Takes a sum from the lines, in their order. */
function take(lines: Part[], cents: number) {
  const taken: Part[] = []
  for (const line of lines) {
    const part = Math.min(line.cents, cents - sumOf(taken))
    line.cents -= part
    if (part > 0) taken.push({ id: line.id, cents: part })
  }
  return taken
}
