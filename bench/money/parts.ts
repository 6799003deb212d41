type Part = {
  /** Patterns without braces: Stryker divides a list at each comma. */
  mutate: string[]
  tests: string[]
}

/**
 * The code that counts and moves money, in parts. Each change of a part's code is tried with the tests of that part: a
 * change that nothing notices costs the time of all of them. Those that notice most in the least time come first.
 */
export const PARTS: Record<string, Part> = {
  prices: {
    mutate: [
      'server/money.ts',
      'server/pricing/*.ts',
      'server/checkout/fee-entry.ts',
      'server/checkout/offers.ts',
      'server/ledger/take-back.ts',
    ],
    tests: [
      'server/money.test.ts',
      'server/pricing/price-order.test.ts',
      'server/pricing/share-out.test.ts',
      'server/ledger/take-back.test.ts',
      'server/checkout/fee-entry.test.ts',
      'server/checkout/preview.test.ts',
      'server/checkout/upgrades.test.ts',
      'server/checkout/exclusive.test.ts',
      'server/checkout/holds.test.ts',
      'server/discounts/counted-lines.test.ts',
      'server/discounts/codes.test.ts',
      'server/discounts/uses.test.ts',
    ],
  },
  ledger: {
    mutate: ['server/ledger/*.ts', '!server/ledger/take-back.ts'],
    tests: [
      'server/ledger/entries.test.ts',
      'server/ledger/shared-sales.test.ts',
      'server/ledger/ledger-accounts.test.ts',
      'server/ledger/ledger.test.ts',
      'server/ledger/statement.test.ts',
    ],
  },
  completion: {
    mutate: [
      'server/checkout/complete-order.ts',
      'server/checkout/credit.ts',
      'server/checkout/holds.ts',
      'server/checkout/settle.ts',
    ],
    tests: [
      'server/shares/sales.test.ts',
      'server/checkout/books.test.ts',
      'server/checkout/orders.test.ts',
      'server/checkout/starts.test.ts',
      'server/checkout/odd-payments.test.ts',
      'server/checkout/settled-at-once.test.ts',
      'server/checkout/late-lines.test.ts',
      'server/checkout/exclusive.test.ts',
      'server/checkout/holds.test.ts',
      'server/checkout/compare.test.ts',
      'server/checkout/upgrades.test.ts',
      'server/credits/spend.test.ts',
      'server/plans/payments.test.ts',
    ],
  },
  refunds: {
    mutate: ['server/checkout/refunds.ts', 'server/checkout/return-lines.ts'],
    tests: [
      'server/shares/sales.test.ts',
      'server/checkout/refunds.test.ts',
      'server/checkout/refund-sends.test.ts',
      'server/checkout/refunds-at-once.test.ts',
      'server/checkout/disputes.test.ts',
      'server/checkout/compare.test.ts',
      'server/checkout/late-lines.test.ts',
      'server/checkout/odd-payments.test.ts',
      'server/credits/spend.test.ts',
      'server/credits/turns.test.ts',
    ],
  },
  rights: {
    mutate: [
      'server/library/grant.ts',
      'server/library/offers.ts',
      'server/library/revoke.ts',
      'server/library/upgrades.ts',
    ],
    tests: [
      'server/checkout/preview.test.ts',
      'server/checkout/upgrades.test.ts',
      'server/library/upgrades.test.ts',
      'server/checkout/exclusive.test.ts',
      'server/checkout/holds.test.ts',
      'server/checkout/late-lines.test.ts',
      'server/checkout/orders.test.ts',
      'server/checkout/starts.test.ts',
      'server/checkout/refunds.test.ts',
      'server/library/license.test.ts',
      'server/library/library.test.ts',
      'server/library/deliver.test.ts',
      'server/shares/shares.test.ts',
    ],
  },
  promotions: {
    mutate: [
      'contract/promotion-values.ts',
      'server/promotions/figures.ts',
      'server/promotions/end.ts',
      'server/promotions/refund.ts',
      'server/promotions/plan-discount.ts',
      'server/credits/take-back.ts',
    ],
    tests: [
      'server/promotions/figures.test.ts',
      'server/promotions/prices.test.ts',
      'server/promotions/buying.test.ts',
      'server/promotions/lifecycle.test.ts',
      'server/promotions/races.test.ts',
      'server/promotions/reruns.test.ts',
      'server/promotions/mixed-orders.test.ts',
      'server/credits/turns.test.ts',
    ],
  },
  disputes: {
    mutate: ['server/checkout/disputes.ts', 'server/checkout/compare.ts'],
    tests: [
      'server/checkout/disputes.test.ts',
      'server/checkout/compare.test.ts',
      'server/checkout/refunds-at-once.test.ts',
      'server/checkout/webhooks.test.ts',
      'server/promotions/mixed-orders.test.ts',
      'server/plans/upgrades.test.ts',
    ],
  },
  payouts: {
    mutate: [
      'server/payouts/payable.ts',
      'server/payouts/looks.ts',
      'server/payouts/request.ts',
      'server/payouts/same-day.ts',
      'server/payouts/weekly.ts',
      'server/payouts/send.ts',
      'server/payouts/follow.ts',
      'server/payouts/give-back.ts',
      'server/payouts/books.ts',
    ],
    tests: [
      'server/payouts/payouts.test.ts',
      'server/payouts/sent-payouts.test.ts',
      'server/payouts/desk.test.ts',
      'server/payouts/weekly.test.ts',
      'server/payouts/model.test.ts',
    ],
  },
  discounts: {
    mutate: ['server/discounts/*.ts', '!server/discounts/routes.ts', '!server/discounts/personal-data.ts'],
    tests: [
      'server/discounts/codes.test.ts',
      'server/discounts/uses.test.ts',
      'server/discounts/deals.test.ts',
      'server/discounts/adjust-codes.test.ts',
      'server/discounts/adjust-deals.test.ts',
      'server/discounts/desk.test.ts',
    ],
  },
  credits: {
    mutate: [
      'server/credits/*.ts',
      '!server/credits/routes.ts',
      '!server/credits/personal-data.ts',
      '!server/credits/take-back.ts', // with promotions
      'server/ledger/credits.ts',
    ],
    tests: ['server/credits/credits.test.ts', 'server/credits/spend.test.ts', 'server/credits/referrals.test.ts'],
  },
  shares: {
    mutate: ['server/shares/*.ts', '!server/shares/routes.ts', '!server/shares/personal-data.ts'],
    tests: [
      'server/shares/shares.test.ts',
      'server/shares/proposals.test.ts',
      'server/shares/leaving.test.ts',
      'server/shares/races.test.ts',
      'server/shares/sales.test.ts',
    ],
  },
  plans: {
    mutate: [
      'server/plans/follow.ts',
      'server/plans/grants.ts',
      'server/plans/periods.ts',
      'server/plans/plan-at.ts',
      'server/plans/plan-credits.ts',
      'server/plans/plan-line.ts',
      'server/plans/renewing.ts',
      'server/plans/set-plan.ts',
      'server/plans/unused.ts',
      'server/checkout/renewal.ts',
      'server/checkout/subscribed.ts',
    ],
    tests: [
      'server/plans/plan-at.test.ts',
      'server/plans/payments.test.ts',
      'server/plans/histories.test.ts',
      'server/plans/upgrades.test.ts',
      'server/plans/odd-times.test.ts',
      'server/plans/grants.test.ts',
      'server/plans/paypal.test.ts',
      'server/plans/plans.test.ts',
      'server/worklist/worklist.test.ts',
    ],
  },
  starts: {
    mutate: ['server/checkout/start.ts'],
    tests: [
      'server/checkout/starts.test.ts',
      'server/checkout/orders.test.ts',
      'server/checkout/odd-payments.test.ts',
      'server/checkout/late-lines.test.ts',
      'server/checkout/exclusive.test.ts',
      'server/checkout/holds.test.ts',
      'server/checkout/settled-at-once.test.ts',
      'server/plans/payments.test.ts',
      'server/credits/spend.test.ts',
    ],
  },
}
