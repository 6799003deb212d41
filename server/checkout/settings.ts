import type { PaymentMethod } from '#contract/checkout.ts'
import type { App } from '#server/services.ts'

/** The ways to pay in the order in which the checkout shows them. */
const METHODS: readonly PaymentMethod[] = ['paypal', 'credit', 'google']

export async function checkoutSettings({ db, payments }: App, viewer: number | null) {
  const account =
    viewer === null
      ? null
      : await db.selectFrom('account').where('id', '=', viewer).select('legalName').executeTakeFirstOrThrow()
  return {
    mode: payments.mode,
    methods: METHODS.filter((method) => payments.providers.some(({ methods }) => methods.includes(method))),
    publishableKey: payments.publishableKey,
    legalName: account?.legalName ?? null,
  }
}
