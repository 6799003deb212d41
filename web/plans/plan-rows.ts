import {
  BILLING_CYCLES,
  CYCLES,
  PAID_PLANS,
  PLAN_NAMES,
  PLANS,
  type BillingCycle,
  type PaidPlan,
  type Plan,
} from '#contract/plans.ts'

const dollars = (cents: number) => `$${cents % 100 ? (cents / 100).toFixed(2) : cents / 100}`

/** The price of a period. */
export const priceOf = (plan: Plan, cycle: BillingCycle) => dollars(PLANS[plan].price[cycle])

/** What paying by the year saves. */
export function savingOf(plan: PaidPlan) {
  const { monthly, yearly } = PLANS[plan].price
  const before = (monthly * CYCLES.yearly.months) / CYCLES.monthly.months
  return { before: dollars(before), saved: dollars(before - yearly), percent: Math.floor((1 - yearly / before) * 100) }
}

/** Both prices in words. */
export const pricesOf = (plan: Plan) =>
  plan === 'free'
    ? priceOf(plan, 'monthly')
    : BILLING_CYCLES.map((cycle) => `${priceOf(plan, cycle)} ${CYCLES[cycle].per}`).join(' or ')

/** A cell that says yes or no gets a mark beside its word. */
export type Cell = { text: string; mark?: 'yes' | 'no' | 'seal'; isLater?: true }

const yes = (has: boolean): Cell => (has ? { text: 'Yes', mark: 'yes' } : { text: 'No', mark: 'no' })
const percent = (basisPoints: number) => `${basisPoints / 100}%`

function uploads({ BEAT, PACK, KIT }: (typeof PLANS)[Plan]['room']) {
  const named = (most: number | null, name: string) => `${most} ${name}${most === 1 ? '' : 's'}`
  return BEAT === null ? 'Unlimited' : [named(BEAT, 'beat'), named(PACK, 'pack'), named(KIT, 'kit')].join(', ')
}

const SEALS: Record<Plan, Cell> = {
  free: { text: 'No', mark: 'no' },
  growth: { text: 'Teal', mark: 'seal' },
  pro: { text: 'Gold', mark: 'seal' },
}

/** The rows of the plan table. */
export const PLAN_ROWS: readonly { name: string; cell: (plan: Plan) => Cell }[] = [
  { name: 'Commission', cell: () => ({ text: '0%' }) },
  { name: 'Uploads', cell: (plan) => ({ text: uploads(PLANS[plan].room) }) },
  {
    name: 'Promotion for unsold items',
    cell: (plan) =>
      PLANS[plan].hasReruns
        ? { text: `A rerun and ${dollars(PLANS[plan].credits.monthly)} promo credits` }
        : { text: 'None', mark: 'no' },
  },
  {
    name: 'Promo credits',
    cell: (plan) => {
      const { first, referral } = PLANS[plan].credits
      return { text: `${first ? `${dollars(first)} first-time plus ` : ''}${dollars(referral)} per referral` }
    },
  },
  {
    name: 'Featured placement',
    cell: (plan) => {
      const off = PLANS[plan].promotionBasisPoints
      return { text: off ? `Pay per slot, ${percent(off)} off` : 'Pay per slot' }
    },
  },
  {
    name: 'Marketing',
    cell: (plan) => {
      const { marketing } = PLANS[plan]
      return marketing ? { text: marketing } : yes(false)
    },
  },
  { name: 'Discount codes, coupons', cell: (plan) => yes(PLANS[plan].hasCodes) },
  { name: 'Verified badge', cell: (plan) => SEALS[plan] },
  {
    name: 'Payout frequency',
    cell: (plan) => ({ text: PLANS[plan].hasSameDayPayouts ? 'Weekly or on demand' : 'Weekly only' }),
  },
  { name: 'Review priority', cell: (plan) => ({ text: PLANS[plan].review }) },
  { name: 'Support', cell: (plan) => ({ text: PLANS[plan].support }) },
  { name: 'Collaboration features', cell: () => ({ text: 'Coming soon', isLater: true }) },
]

const each = (text: (plan: Plan) => string, plans: readonly Plan[]) => {
  const [last, ...others] = plans.map(text).toReversed()
  return `${others.toReversed().join(', ')} and ${last}`
}

/** What a referral earns on each plan. */
export const referrals = each((plan) => `${dollars(PLANS[plan].credits.referral)} on ${PLANS[plan].name}`, PLAN_NAMES)
/** The discount of a plan on promotions, in words. */
export const promotionOff = (plan: Plan) => `${percent(PLANS[plan].promotionBasisPoints)} off`
export const promotionsOff = each((plan) => `${promotionOff(plan)} on ${PLANS[plan].name}`, PAID_PLANS)
