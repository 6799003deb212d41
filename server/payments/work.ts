import type { Taker } from '#server/jobs/due.ts'
import type { Tasks } from '#server/jobs/worker.ts'
import type { App } from '#server/services.ts'

/** Messages of the sandbox that wait, or that got no answer. */
export const paymentTakers: Taker[] = [
  {
    name: 'send messages of the sandbox',
    takeDue: async ({ payments }, now) => (await payments.sandbox?.deliverDue(now)) ?? 0,
  },
]

export const paymentTasks = ({ payments }: App): Pick<Tasks, 'sandbox-event'> => ({
  'sandbox-event': async ({ id }) => payments.sandbox?.deliver(id),
})
