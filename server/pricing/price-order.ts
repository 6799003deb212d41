import type { OrderPreview } from '#contract/checkout.ts'
import { partOf, split } from '#server/money.ts'
import { leaveEnough } from './least-payment.ts'

export type PricedThing = {
  /** Unique in the order. */
  id: string
  /** The full price. */
  cents: number
}

type AdjustmentKind = OrderPreview['lines'][number]['adjustments'][number]['kind']

export type Discount = {
  kind: AdjustmentKind
  /** Names the code, the deal or the credit, for the person and for the records. */
  reason: string
  /** The row that it comes from, in the room that made it. */
  source?: number | undefined
  /** The lines that it is for. */
  lines: readonly string[]
  /** Either a part of each of these lines, or an amount over all of them, divided by what is left of each. */
  off: { basisPoints: number } | { cents: number }
}

type Adjustment = Pick<Discount, 'kind' | 'reason' | 'source'> & {
  /** Taken off the line. */
  cents: number
}

export type PricedLine<Line> = Line & { adjustments: Adjustment[]; total: number }

/**
 * Prices an order. Discounts are taken in the given order, each from what the ones before have left. Several in one place
 * are alternatives: only the one that takes the most counts, the first of equal ones. No line becomes less than 0. Credits
 * leave nothing, or what a card can pay.
 */
export function priceOrder<Line extends PricedThing>(
  things: readonly Line[],
  discounts: readonly (Discount | readonly Discount[])[],
) {
  expectPrices(things)
  const lines = things.map((line): PricedLine<Line> => ({ ...line, adjustments: [], total: line.cents }))
  for (const place of discounts) {
    const best = bestOf([place].flat().map((discount) => ({ discount, taken: takenBy(discount, lines) })))
    if (!best) continue
    const { kind, reason, source } = best.discount
    for (const [index, line] of lines.entries()) {
      const cents = best.taken[index]!
      line.adjustments.push({ kind, reason, source, cents })
      line.total -= cents
    }
  }
  leaveEnough(lines)
  const subtotal = sum(things.map(({ cents }) => cents))
  const total = sum(lines.map((line) => line.total))
  return { lines, subtotal, tax: 0, total }
}

function expectPrices(things: readonly PricedThing[]) {
  for (const { id, cents } of things)
    if (!Number.isSafeInteger(cents) || cents < 0) throw new Error(`${id} has no price in whole cents.`)
  if (new Set(things.map(({ id }) => id)).size < things.length) throw new Error('Two lines have the same name.')
}

/** The cents that a discount takes off each line. */
function takenBy<Line extends PricedThing>({ lines: names, off }: Discount, lines: readonly PricedLine<Line>[]) {
  const left = lines.map(({ id, total }) => (names.includes(id) ? total : 0))
  if ('basisPoints' in off) {
    if (!(off.basisPoints >= 0 && off.basisPoints <= 10_000)) throw new Error('A discount takes 0 to 100 percent.')
    return left.map((cents) => partOf(cents, off.basisPoints))
  }
  if (!(off.cents >= 0)) throw new Error('A discount takes 0 cents or more.')
  return split(Math.min(off.cents, sum(left)), left)
}

type Taken = { discount: Discount; taken: number[] }

const bestOf = (all: readonly Taken[]): Taken | undefined =>
  all.reduce<Taken | undefined>((best, one) => (!best || sum(one.taken) > sum(best.taken) ? one : best), undefined)

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)
