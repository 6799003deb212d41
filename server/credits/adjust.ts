import type { AdjustedCart, Adjuster } from '#server/checkout/index.ts'
import type { Db, Tx } from '#server/db/connect.ts'
import {
  CREDIT_UNITS,
  creditsOf,
  lineSubject,
  post,
  reverse,
  type CreditUnit,
  type LedgerLine,
} from '#server/ledger/index.ts'
import { shareOf } from '#server/money.ts'
import type { Discount } from '#server/pricing/price-order.ts'
import { takeCreditsTurn } from './turn.ts'

const NAMES: Record<CreditUnit, string> = { promo: 'Promo credits', referral: 'Referral credits' }

/**
 * Credits are kept for an open order and spent when it is paid. A buyer has one open order at a time, so no other order
 * keeps any of the balance when one is stored: another start waits for the order before it.
 */
export const creditAdjuster: Adjuster = {
  takeTurn: takeCreditsTurn,

  async adjust(db, cart) {
    if (cart.buyer === null || cart.lines.every(({ credits }) => credits === 0)) return { places: [] }
    return { places: placesOf(cart, await creditsOf(db, cart.buyer)) }
  },

  async reserve(tx, { buyerId }, lines) {
    const holds = lines.flatMap(({ lineId, adjustments }) =>
      adjustments.flatMap(({ kind, reason, cents }) => {
        const unit = kind === 'credit' && CREDIT_UNITS.find((one) => NAMES[one] === reason)
        return unit ? [{ lineId, ownerId: buyerId, unit, cents }] : []
      }),
    )
    if (holds.length === 0) return true
    await takeCreditsTurn(tx, buyerId)
    const balance = await creditsOf(tx, buyerId)
    for (const unit of CREDIT_UNITS) {
      const taken = holds.reduce((sum, hold) => (hold.unit === unit ? sum + hold.cents : sum), 0)
      if (taken > balance[unit]) return false
    }
    await tx.insertInto('creditHold').values(holds).execute()
    return true
  },

  async spend(tx, { id, now }, lineIds) {
    const lines = (await holdsOf(tx, lineIds)).flatMap(({ lineId, ownerId: owner, unit, cents }): LedgerLine[] => {
      const about = { subject: lineSubject({ id: lineId }), memo: 'Spent on an order' }
      return [
        { account: { kind: 'credit', owner, unit }, cents: -cents, ...about },
        { account: { kind: 'house', unit }, cents, ...about },
      ]
    })
    if (lines.length) await post(tx, { kind: 'credits spent', reference: String(id), lines, at: now })
  },

  /** What a line took comes back in proportion. A line that was not given has spent none. */
  async giveBack(tx, { id, orderId, state, totalCents, refundedCents: before, returnedCents }, refund) {
    if (state !== 'granted') return
    for (const { unit, cents } of await holdsOf(tx, [id])) {
      const back = shareOf(cents, before + returnedCents, totalCents) - shareOf(cents, before, totalCents)
      if (back === 0) continue
      await reverse(tx, {
        kind: 'credits returned',
        reference: `${refund.id}.${id}.${unit}`,
        of: { kind: 'credits spent', reference: String(orderId) },
        cents: back,
        subject: lineSubject({ id }),
        unit,
        at: refund.now,
      })
    }
  },
}

/** Each line takes promo credits first, then referral credits. */
function placesOf({ lines }: AdjustedCart, balance: Record<CreditUnit, number>): Discount[] {
  const places: Discount[] = []
  const left = { ...balance }
  for (const { id, cents, credits } of lines) {
    let open = Math.min(cents, credits)
    for (const unit of CREDIT_UNITS) {
      const taken = Math.min(open, Math.max(0, left[unit]))
      places.push({ kind: 'credit', reason: NAMES[unit], lines: [id], off: { cents: taken } })
      open -= taken
      left[unit] -= taken
    }
  }
  return places
}

const holdsOf = async (db: Db | Tx, lineIds: readonly number[]) =>
  lineIds.length === 0
    ? []
    : db
        .selectFrom('creditHold')
        .where('lineId', 'in', lineIds)
        .selectAll()
        .$narrowType<{ unit: CreditUnit }>()
        .orderBy('lineId')
        .orderBy('unit')
        .execute()
