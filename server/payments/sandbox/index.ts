import type { Payments } from '#server/payments/payments.ts'
import type { MovableClock } from './clock.ts'
import { deliverDue, deliverEvent, lineTo } from './events.ts'
import { payDue } from './payouts.ts'
import { renewDue } from './renewals.ts'
import { sandboxRoutes } from './routes.ts'
import { createSandbox } from './sandbox.ts'
import type { Sandboxed } from './sandboxed.ts'

type Parts = Sandboxed & {
  /** The shop's own address, to which its messages go. */
  address: () => string | Promise<string>
  /** The clock, if people may move it. */
  movable: MovableClock | null
}

/** A shop whose only provider is the sandbox. */
export function openSandbox({ address, movable, ...box }: Parts): Payments {
  const line = lineTo(address)
  return {
    mode: 'sandbox',
    providers: [createSandbox(box)],
    publishableKey: null,
    sandbox: {
      routes: sandboxRoutes(box, movable),
      deliver: (id) => deliverEvent(box, line, id),
      deliverDue: (now) => deliverDue(box, line, now),
      renewDue: (now) => renewDue(box, now),
      payDue: (now) => payDue(box, now),
    },
  }
}
