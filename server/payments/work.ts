import type { Taker } from '#server/jobs/due.ts'
import type { Tasks } from '#server/jobs/worker.ts'
import type { App } from '#server/services.ts'

/** The sandbox's own clockwork, and its messages that wait or got no answer. */
export const paymentTakers: Taker[] = [
  {
    name: 'renew subscriptions of the sandbox',
    takeDue: async ({ payments }, now) => (await payments.sandbox?.renewDue(now)) ?? 0,
  },
  {
    name: 'send payouts of the sandbox',
    takeDue: async ({ payments }, now) => (await payments.sandbox?.payDue(now)) ?? 0,
  },
  {
    name: 'send messages of the sandbox',
    takeDue: async ({ payments }, now) => (await payments.sandbox?.deliverDue(now)) ?? 0,
  },
]

export const paymentTasks = ({ payments }: App): Pick<Tasks, 'sandbox-event'> => ({
  'sandbox-event': async ({ id }) => payments.sandbox?.deliver(id),
})
