import type { DiscountStatus } from '#contract/discount-limits.ts'
import type { Deal, DiscountCode } from '#contract/discounts.ts'
import { day, exactly, price } from './format.ts'

type Common = Pick<DiscountCode, 'items' | 'startsOn' | 'endsOn' | 'status'>

export const STATUS: Record<DiscountStatus, string> = {
  active: 'Active',
  later: 'Not begun',
  paused: 'Paused',
  'used up': 'Used up',
  ended: 'Ended',
}

/** Oct 3, 2026 to Oct 9, 2026 */
export function whenWords({ startsOn, endsOn }: Common) {
  if (startsOn && endsOn) return startsOn === endsOn ? day(startsOn) : `${day(startsOn)} to ${day(endsOn)}`
  if (startsOn) return `From ${day(startsOn)}`
  return endsOn ? `Until ${day(endsOn)}` : 'Any time'
}

export function itemWords({ items }: Common) {
  if (items === null) return 'All items'
  const [first, ...more] = items
  if (!first) return 'Deleted items'
  return more.length === 0 ? first.title : `${first.title} and ${more.length} more`
}

export const offWords = ({ percent, amount }: DiscountCode) =>
  percent === null ? `${price(amount ?? 0)} off` : `${percent}% off`

/** The conditions of a code, if it has any. */
export function conditionWords({ minimum, firstPurchase }: DiscountCode) {
  const all = [
    ...(minimum === null ? [] : [`from ${price(minimum)}`]),
    ...(firstPurchase ? ['first purchase only'] : []),
  ]
  return all.join(', ')
}

export const usesWords = ({ uses, mostUses }: DiscountCode) =>
  mostUses === null ? exactly(uses) : `${exactly(uses)} of ${exactly(mostUses)}`

export const dealWords = ({ buy, free, percent }: Deal) =>
  free === null ? `Buy ${buy} or more, ${percent}% off` : `Buy ${buy}, get ${free} free`
