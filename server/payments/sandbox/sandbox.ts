import type { Provider } from '#server/payments/port.ts'
import { sandboxPayments } from './payments.ts'
import { sandboxPayouts } from './payouts.ts'
import type { Sandboxed } from './sandboxed.ts'
import { readEvent } from './signature.ts'
import { sandboxSubscriptions } from './subscriptions.ts'

/** A payment provider for development, tests and trials. It keeps its books apart from those of the shop. */
export const createSandbox = (box: Sandboxed): Provider => ({
  name: 'sandbox',
  methods: ['credit', 'google', 'paypal'],
  ...sandboxPayments(box),
  subscriptions: sandboxSubscriptions(box),
  payouts: sandboxPayouts(box),
  readEvent: async (message) => readEvent(box, message),
})
