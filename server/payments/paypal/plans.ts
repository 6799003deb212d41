import type { NewSubscription } from '#server/payments/port-subscriptions.ts'
import { usd } from './amounts.ts'
import { isIssue, UNKNOWN, type Ask } from './calls.ts'

const PRODUCT = 'SLIDE-PLANS'
const PAGE = 20
/**
 * A renewal that fails is tried again twice, five days apart, before PayPal counts it as failed. The first one suspends the
 * subscription. A later cycle would be charged with the sum of all, for time in which nobody had the plan.
 */
const PREFERENCES = { auto_bill_outstanding: false, payment_failure_threshold: 1 }
/** A plan keeps the preferences of its making, so others need another name. */
const KIND = 'slide2'

type Plan = { id: string; name: string; status: string }

/** PayPal's plan for a price, found again by a name that holds what it says. The shop keeps no table of them. */
export async function planOf(ask: Ask, { price, cents, trialDays }: NewSubscription) {
  const { plan, every } = price
  const hasFirst = cents !== price.cents
  const name = [KIND, plan, every, price.cents, hasFirst && 'first', trialDays > 0 && `${trialDays}d`]
    .filter(Boolean)
    .join('_')
  await makeProduct(ask)
  const found = await findPlan(ask, name)
  if (found) return found
  const frequency = { interval_unit: every === 'month' ? 'MONTH' : 'YEAR', interval_count: 1 }
  const pricing_scheme = { fixed_price: usd(price.cents) }
  const cycles = [
    trialDays > 0 && { frequency: { interval_unit: 'DAY', interval_count: trialDays }, total_cycles: 1 },
    hasFirst && { frequency, total_cycles: 1, pricing_scheme },
    { frequency, total_cycles: 0, pricing_scheme },
  ].filter((cycle) => cycle !== false)
  const { id } = await ask<Plan>({
    method: 'POST',
    path: '/v1/billing/plans',
    key: `slide-plan-${name}`,
    body: {
      product_id: PRODUCT,
      name,
      billing_cycles: cycles.map((cycle, index) => ({
        ...cycle,
        sequence: index + 1,
        tenure_type: index === cycles.length - 1 ? 'REGULAR' : 'TRIAL',
      })),
      payment_preferences: PREFERENCES,
    },
  })
  return id
}

/** The price of the first payment stands in the subscription itself, at the plan's cycle for it. */
export const overrideOf = ({ price, cents, trialDays }: NewSubscription) =>
  cents === price.cents
    ? {}
    : { plan: { billing_cycles: [{ sequence: trialDays > 0 ? 2 : 1, pricing_scheme: { fixed_price: usd(cents) } }] } }

async function makeProduct(ask: Ask) {
  try {
    await ask({ method: 'GET', path: `/v1/catalogs/products/${PRODUCT}` })
  } catch (error) {
    if (!isIssue(error, ...UNKNOWN)) throw error
    const body = { id: PRODUCT, name: 'Slide plans', type: 'SERVICE' }
    await ask({ method: 'POST', path: '/v1/catalogs/products', key: `slide-product-${PRODUCT}`, body })
  }
}

async function findPlan(ask: Ask, name: string) {
  for (let page = 1; ; page++) {
    const path = `/v1/billing/plans?product_id=${PRODUCT}&page_size=${PAGE}&page=${page}`
    const { plans = [] } = await ask<{ plans?: Plan[] }>({ method: 'GET', path })
    const found = plans.find((plan) => plan.name === name && plan.status === 'ACTIVE')
    if (found) return found.id
    if (plans.length < PAGE) return null
  }
}
