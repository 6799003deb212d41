import { expect, test } from 'vitest'
import { PLAN_NAMES, type Plan } from '#contract/plans.ts'
import { PLAN_ROWS, pricesOf, promotionsOff, referrals, savingOf } from './plan-rows.ts'

const cells = (name: string) => {
  const row = PLAN_ROWS.find((one) => one.name === name)!
  return PLAN_NAMES.map((plan: Plan) => row.cell(plan).text)
}

test.each([
  ['Commission', '0%', '0%', '0%'],
  ['Uploads', '3 beats, 1 pack, 1 kit', 'Unlimited', 'Unlimited'],
  ['Promotion for unsold items', 'None', 'A rerun and $10 promo credits', 'A rerun and $25 promo credits'],
  ['Promo credits', '$5 per referral', '$75 first-time plus $10 per referral', '$150 first-time plus $20 per referral'],
  ['Featured placement', 'Pay per slot', 'Pay per slot, 10% off', 'Pay per slot, 20% off'],
  ['Marketing', 'No', 'Social media', 'Social media plus campaigns'],
  ['Discount codes, coupons', 'No', 'Yes', 'Yes'],
  ['Verified badge', 'No', 'Teal', 'Gold'],
  ['Payout frequency', 'Weekly only', 'Weekly or on demand', 'Weekly or on demand'],
  ['Review priority', 'Standard', 'Fast', 'Priority'],
  ['Support', 'Best-effort DM to the admin', 'Priority DM', 'Priority DM plus onboarding'],
  ['Collaboration features', 'Coming soon', 'Coming soon', 'Coming soon'],
])('the plan table says of %s: %s, %s, %s', (name, ...texts) => {
  expect(cells(name)).toEqual(texts)
})

test('prices, savings and sentences come from the same figures', () => {
  expect(PLAN_NAMES.map(pricesOf)).toEqual(['$0', '$5.99 a month or $59 a year', '$14.99 a month or $149 a year'])
  expect(savingOf('growth')).toEqual({ before: '$71.88', saved: '$12.88', percent: 17 })
  expect(savingOf('pro')).toEqual({ before: '$179.88', saved: '$30.88', percent: 17 })
  expect(referrals).toBe('$5 on Free, $10 on Growth and $20 on Pro')
  expect(promotionsOff).toBe('10% off on Growth and 20% off on Pro')
})
